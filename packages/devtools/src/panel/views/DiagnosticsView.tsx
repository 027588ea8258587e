import type { ReactNode } from "react";
import type { FindingCode } from "../../check/rules.js";
import type { Severity } from "../../check/types.js";
import { groupByCode, SEVERITY_TONES, severityOf } from "../model/conformance.js";
import { formatCount } from "../model/format.js";
import { Section } from "../ui/controls.js";
import { EntryLink } from "../ui/Explanation.js";
import { usePanel } from "../ui/panelContext.js";
import { DiagnosticMessage, FindingMessage, RuleText } from "./DiagnosticText.js";

/** The number of items of one code that are listed. */
const MAX_LISTED = 50;
const SEVERITY_NAMES = { violation: "Violation", warning: "Warning", note: "Note" } as const;

/** Lists the findings of the conformance check, and the diagnostics of single messages. */
export function DiagnosticsView(): ReactNode {
  const { digest, conformance } = usePanel();
  const diagnostics = groupByCode(digest.diagnostics, ({ diagnostic }) => diagnostic.code);
  const findings = groupByCode(conformance?.findings ?? [], ({ finding }) => finding.code);
  return (
    <div className="sections">
      <CheckSummary />
      {findings.map(([code, items]) => (
        <CodeSection key={code} code={code} count={items.length}>
          {items.slice(0, MAX_LISTED).map((logged, index) => (
            <li key={index}>
              <EntryLink entry={logged.index} />{" "}
              <span className="faint">sent by the {logged.sentBy}.</span>{" "}
              <FindingMessage logged={logged} />{" "}
              {logged.finding.severity !== "note" && (
                <span className="badge">fix in the {logged.finding.responsible}</span>
              )}
            </li>
          ))}
        </CodeSection>
      ))}
      {diagnostics.map(([code, items]) => (
        <CodeSection key={code} code={code} count={items.length}>
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
  readonly count: number;
  readonly children: ReactNode;
}

function CodeSection({ code, count, children }: CodeSectionProps): ReactNode {
  const { conformance } = usePanel();
  const severity = severityOf(code, conformance);
  const title = `${SEVERITY_NAMES[severity]}: ${code}`;
  return (
    <Section title={title} count={count} tone={SEVERITY_TONES[severity]}>
      <RuleText code={code} />
      <ul className="found">{children}</ul>
      {count > MAX_LISTED && <p className="faint">Only the first {MAX_LISTED} are listed.</p>}
    </Section>
  );
}

/** Shows the results for single messages and for all messages together, and runs the check. */
function CheckSummary(): ReactNode {
  const { digest, snapshot, conformance, runCheck } = usePanel();
  const isEmpty = snapshot.end === snapshot.first;
  const newEntries = snapshot.end - (conformance?.end ?? snapshot.end);
  const diagnosticCount =
    digest.diagnostics.length === 0
      ? "no diagnostics"
      : `${formatCount(digest.diagnostics.length, "diagnostic")}, grouped by code below`;
  return (
    <section className="section" aria-label="Conformance">
      <h3>Conformance</h3>
      <p role="status">
        {`Single messages: ${diagnosticCount}. `}
        {conformance === undefined
          ? "All messages together: not checked yet."
          : `All ${formatCount(conformance.report.frames, "message")} together: ${formatCounts(conformance.report.counts)}.`}
        {newEntries > 0 && ` ${formatCount(newEntries, "entry")} added since the check.`}
      </p>
      <p className="rule">
        Checking all messages together finds requests without a response, cancels that were not
        confirmed, and tool calls that never ended.
        {conformance?.isRenumbered &&
          " The texts of findings count frames from the oldest message that the log still has."}
      </p>
      {(conformance === undefined || newEntries > 0) && (
        <button type="button" className="button" disabled={isEmpty} onClick={runCheck}>
          {conformance === undefined ? "Check all messages" : "Check again"}
        </button>
      )}
    </section>
  );
}

function formatCounts({ violation, warning, note }: Readonly<Record<Severity, number>>): string {
  return [
    formatCount(violation, "violation"),
    formatCount(warning, "warning"),
    formatCount(note, "note"),
  ].join(", ");
}
