import type { ReactNode } from "react";
import type { FindingCode } from "../../check/rules.js";
import { groupByCode } from "../model/groupByCode.js";
import { TONES, severityOf } from "../model/severity.js";
import { usePanel } from "../ui/context.js";
import { EntryLink, Sentence } from "../ui/EntryLink.js";
import { CheckSummary } from "./CheckSummary.js";
import { RuleText } from "./DiagnosticText.js";
import { Section } from "./Section.js";

/** How many of one code are listed. */
const LISTED = 50;
const SEVERITIES = { violation: "Violation", warning: "Warning", note: "Note" } as const;

/** What was wrong: what a check of all messages finds, and what the store said to single ones. */
export function DiagnosticsView(): ReactNode {
  const { digest, conformance } = usePanel();
  const diagnosed = groupByCode(digest.diagnostics, ({ diagnostic }) => diagnostic.code);
  const found = groupByCode(conformance?.found ?? [], ({ finding }) => finding.code);
  return (
    <div className="sections">
      <CheckSummary />
      {found.map(([code, items]) => (
        <Group key={code} code={code} count={items.length}>
          {items.slice(0, LISTED).map(({ index, sentBy, finding, words }, place) => (
            <li key={place}>
              <EntryLink index={index} /> <span className="faint">sent by the {sentBy}.</span>{" "}
              <Sentence words={words} />{" "}
              {finding.severity !== "note" && (
                <span className="badge">for the {finding.party} to fix</span>
              )}
            </li>
          ))}
        </Group>
      ))}
      {diagnosed.map(([code, items]) => (
        <Group key={code} code={code} count={items.length}>
          {items.slice(0, LISTED).map(({ index, diagnostic }, place) => (
            <li key={place}>
              <EntryLink index={index} />{" "}
              {diagnostic.path.length > 0 && <code>{diagnostic.path.join(".")}</code>}{" "}
              {diagnostic.message}
            </li>
          ))}
        </Group>
      ))}
    </div>
  );
}

interface GroupProps {
  readonly code: FindingCode;
  readonly count: number;
  readonly children: ReactNode;
}

function Group({ code, count, children }: GroupProps): ReactNode {
  const { conformance } = usePanel();
  const severity = severityOf(code, conformance);
  return (
    <Section title={`${SEVERITIES[severity]}: ${code}`} count={count} tone={TONES[severity]}>
      <RuleText code={code} />
      <ul className="found">{children}</ul>
      {count > LISTED && <p className="faint">The first {LISTED} are listed.</p>}
    </Section>
  );
}
