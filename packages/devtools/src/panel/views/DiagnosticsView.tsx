import { type ReactNode, useState } from "react";
import { type FindingCode, RULES } from "../../check/rules.js";
import { checkTrace } from "../../check/checkTrace.js";
import type { TraceReport } from "../../check/types.js";
import type { History } from "../../history/types.js";
import { groupByCode } from "../model/groupByCode.js";
import { messagesOf } from "../model/source.js";
import { numbered } from "../model/format.js";
import { usePanel } from "../ui/context.js";
import { EntryLink } from "../ui/EntryLink.js";
import { RuleText } from "./DiagnosticText.js";
import { Section } from "./Section.js";

/** How many of one code are listed. */
const LISTED = 50;
const TONES = { violation: "bad", warning: "warn", note: "accent" } as const;

/** What was wrong, by kind; and what a check of all messages finds besides. */
export function DiagnosticsView(): ReactNode {
  const { source, digest, snapshot } = usePanel();
  const [{ report, indices }, setChecked] = useState<Checked>({ indices: [] });
  const groups = groupByCode(digest.diagnostics, ({ diagnostic }) => diagnostic.code);
  return (
    <div className="sections">
      {digest.diagnostics.length === 0 && (
        <p className="empty">No message was malformed or out of order.</p>
      )}
      {groups.map(([code, items]) => (
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
      <section className="section" aria-label="Conformance">
        <h3>Conformance of the whole connection</h3>
        <p>
          What only all messages together show: requests without answers, cancels that were not
          confirmed, tool calls that never ended.{" "}
          <button
            type="button"
            className="button"
            disabled={snapshot.end === snapshot.first}
            onClick={() => setChecked(checked(source.history))}
          >
            Check all messages
          </button>
        </p>
        {report !== undefined && (
          <p role="status">
            {numbered(report.frames, "frame")}: {numbered(report.counts.violation, "violation")},{" "}
            {numbered(report.counts.warning, "warning")}, {numbered(report.counts.note, "note")}.
          </p>
        )}
      </section>
      {groupByCode(report?.findings ?? [], ({ code }) => code).map(([code, items]) => (
        <Group key={code} code={code} count={items.length}>
          {items.slice(0, LISTED).map(({ frame, party, message }, place) => (
            <li key={place}>
              <EntryLink index={indices[frame - 1] ?? -1} /> <span className="faint">{party}</span>{" "}
              {message}
            </li>
          ))}
        </Group>
      ))}
    </div>
  );
}

interface Checked {
  readonly report?: TraceReport;
  /** The entry of each frame of the report. */
  readonly indices: readonly number[];
}

function checked(history: History): Checked {
  const { frames, indices } = messagesOf(history);
  return { report: checkTrace(frames), indices };
}

interface GroupProps {
  readonly code: FindingCode;
  readonly count: number;
  readonly children: ReactNode;
}

function Group({ code, count, children }: GroupProps): ReactNode {
  const { severity } = RULES[code];
  return (
    <Section title={code} count={count} tone={TONES[severity]}>
      <RuleText code={code} />
      <ul className="found">{children}</ul>
      {count > LISTED && <p className="faint">The first {LISTED} are listed.</p>}
    </Section>
  );
}
