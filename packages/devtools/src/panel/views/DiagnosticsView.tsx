import type { ReactNode } from "react";
import type { FindingCode, Severity } from "@acp-store/check";
import { STORE_RULES } from "@acp-store/check/rules";
import {
  type Conformance,
  groupByCode,
  listUnexplained,
  type LoggedFinding,
  SEVERITY_TONES,
  severityOf,
  worstSeverity,
} from "../model/conformance.js";
import { formatCount } from "../model/format.js";
import { Section } from "../ui/controls.js";
import { EntryLink } from "../ui/Explanation.js";
import { usePanel } from "../ui/panelContext.js";
import {
  DiagnosticMessage,
  ExpectedAndSent,
  FindingMessage,
  PanelRuleText,
  RuleText,
} from "./DiagnosticText.js";

/** The number of items of one code that are listed. */
const MAX_LISTED = 50;
const SEVERITY_NAMES = { violation: "Violation", warning: "Warning", note: "Note" } as const;

/** Lists the findings of the conformance check, and the diagnostics of single messages. */
export function DiagnosticsView(): ReactNode {
  const { digest, conformance } = usePanel();
  const diagnostics = groupByCode(
    listUnexplained(digest.diagnostics, conformance),
    ({ diagnostic }) => diagnostic.code,
  );
  const findings = groupByCode(conformance?.findings ?? [], ({ finding }) => finding.code);
  return (
    <div className="sections">
      <CheckSummary />
      {findings.map(([code, items]) => (
        <CodeSection
          key={code}
          code={code}
          severity={worstSeverity(items.map(({ finding }) => finding.severity))}
          rule={<FindingRuleText logged={items[0]} />}
          count={items.length}
        >
          {items.slice(0, MAX_LISTED).map((logged, index) => (
            <li key={index}>
              <EntryLink entry={logged.index} />{" "}
              <span className="faint">sent by the {logged.sentBy}.</span>{" "}
              <FindingMessage logged={logged} />{" "}
              {logged.finding.severity !== "note" && (
                <span className="badge">fix in the {logged.finding.responsible}</span>
              )}
              <ExpectedAndSent finding={logged.finding} />
            </li>
          ))}
        </CodeSection>
      ))}
      {diagnostics.map(([code, items]) => (
        <CodeSection
          key={code}
          code={code}
          severity={severityOf(code, conformance)}
          rule={<PanelRuleText code={code} rule={STORE_RULES[code]} />}
          count={items.length}
        >
          {items.slice(0, MAX_LISTED).map(({ index, diagnostic }, place) => (
            <li key={place}>
              <EntryLink entry={index} /> <DiagnosticMessage diagnostic={diagnostic} />
            </li>
          ))}
        </CodeSection>
      ))}
    </div>
  );
}

interface CodeSectionProps {
  readonly code: FindingCode;
  readonly severity: Severity | undefined;
  readonly rule: ReactNode;
  readonly count: number;
  readonly children: ReactNode;
}

function CodeSection(props: CodeSectionProps): ReactNode {
  const { code, severity = "note", rule, count, children } = props;
  const title = `${SEVERITY_NAMES[severity]}: ${code}`;
  return (
    <Section title={title} count={count} tone={SEVERITY_TONES[severity]}>
      {rule}
      <ul className="found">{children}</ul>
      {count > MAX_LISTED && <p className="faint">Only the first {MAX_LISTED} are listed.</p>}
    </Section>
  );
}

/** Shows the results for single messages and for all messages together. */
function CheckSummary(): ReactNode {
  const { digest, conformance, checkError } = usePanel();
  const diagnostics = listUnexplained(digest.diagnostics, conformance);
  return (
    <section className="section" aria-label="Conformance">
      <h3>Conformance</h3>
      <p role="status">
        {diagnostics.length > 0 &&
          `The store reported ${formatCount(diagnostics.length, "diagnostic")}, grouped by code below. `}
        {describeCheck(conformance)}
      </p>
      {checkError !== undefined && (
        <p role="alert" className="check-error">
          The check failed: {checkError}
        </p>
      )}
      <p className="rule">
        The check compares each message with the schema of the protocol, and all messages with its
        rules. A diagnostic of the store is not listed if a finding explains it.
        {conformance?.isRenumbered &&
          " The texts of findings count frames from the oldest message that the log still has."}
      </p>
    </section>
  );
}

function describeCheck(conformance: Conformance | undefined): string {
  if (conformance === undefined) return "Checking all messages…";
  const { frames, counts } = conformance.report;
  return `${formatCount(frames, "frame")} checked: ${formatCounts(counts)}.`;
}

/** Shows the rule of the first finding of a group. */
function FindingRuleText({ logged }: { readonly logged: LoggedFinding | undefined }): ReactNode {
  if (logged === undefined) return null;
  const { code, rule, link } = logged.finding;
  return <RuleText code={code} text={rule} link={link} />;
}

function formatCounts({ violation, warning, note }: Readonly<Record<Severity, number>>): string {
  return [
    formatCount(violation, "violation"),
    formatCount(warning, "warning"),
    formatCount(note, "note"),
  ].join(", ");
}
