import { type ReactNode, useEffect } from "react";
import type { FindingCode, Severity } from "@acp-store/check";
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
  useAutomaticCheck();
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
          rule={<PanelRuleText code={code} />}
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

/** The number of entries up to which a log is checked automatically. This blocks the page for a second. */
const MAX_AUTO_CHECKED = 5000;

/** Checks a log that has ended when the view opens, or when the log ends while it is open. */
function useAutomaticCheck(): void {
  const { snapshot, conformance, isChecking, checkError, runCheck } = usePanel();
  const { first, end, isDetached } = snapshot;
  const isDue = isDetached && end > first && conformance?.end !== end;
  const canRun = end - first <= MAX_AUTO_CHECKED && !isChecking && checkError === undefined;

  useEffect(() => {
    if (isDue && canRun) runCheck();
  }, [isDue, canRun, runCheck]);
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

/** Shows the results for single messages and for all messages together, and runs the check. */
function CheckSummary(): ReactNode {
  const { digest, snapshot, conformance, isChecking, checkError, runCheck } = usePanel();
  const isEmpty = snapshot.end === snapshot.first;
  const newEntries = snapshot.end - (conformance?.end ?? snapshot.end);
  const diagnostics = listUnexplained(digest.diagnostics, conformance);
  return (
    <section className="section" aria-label="Conformance">
      <h3>Conformance</h3>
      <p role="status">
        {diagnostics.length > 0 &&
          `The store reported ${formatCount(diagnostics.length, "diagnostic")}, grouped by code below. `}
        {describeCheck(conformance, isChecking)}
        {newEntries > 0 && ` ${formatCount(newEntries, "entry")} added since the check.`}
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
      {(conformance === undefined || newEntries > 0) && (
        <button
          type="button"
          className="button"
          disabled={isEmpty || isChecking}
          onClick={runCheck}
        >
          {conformance === undefined ? "Check all messages" : "Check again"}
        </button>
      )}
    </section>
  );
}

function describeCheck(conformance: Conformance | undefined, isChecking: boolean): string {
  if (isChecking) return "Checking all messages…";
  if (conformance === undefined) return "The messages were not checked yet.";
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
