import { checkTrace } from "../../check/checkTrace.js";
import type { FindingCode } from "../../check/rules.js";
import type { Finding, Severity, TraceReport } from "../../check/types.js";
import type { History } from "../../history/types.js";
import { messagesOf } from "./source.js";
import type { Words } from "./words.js";

/** A finding of a check, in words with the entries that it is about. */
export interface FoundFinding {
  readonly finding: Finding;
  readonly index: number;
  /** Who sent the message that it is at; whose doing it is may be the other's. */
  readonly sentBy: "agent" | "client";
  readonly words: Words;
}

/** What a check of all messages of a log has found. */
export interface Conformance {
  readonly report: TraceReport;
  /** What only all messages together show: what the store said to a message is in the log already. */
  readonly found: readonly FoundFinding[];
  /** How serious it is, by code. */
  readonly severities: ReadonlyMap<FindingCode, Severity>;
  /** By entry. */
  readonly at: ReadonlyMap<number, readonly FoundFinding[]>;
  /** Where the log ended when it was checked. */
  readonly end: number;
}

export function conformanceOf(history: History): Conformance {
  const { frames, indices } = messagesOf(history);
  const report = checkTrace(frames);
  const found = report.findings
    .filter(({ diagnostic }) => diagnostic === undefined)
    .map((finding): FoundFinding => {
      const sentBy = frames[finding.frame - 1]?.dir === "sent" ? "client" : "agent";
      const index = indices[finding.frame - 1] ?? -1;
      return { finding, index, sentBy, words: wordsOf(finding, indices) };
    });
  const at = new Map<number, FoundFinding[]>();
  for (const one of found) at.set(one.index, [...(at.get(one.index) ?? []), one]);
  const severities = new Map(report.findings.map(({ code, severity }) => [code, severity]));
  return { report, found, severities, at, end: history.getSnapshot().end };
}

/** The message of a finding, in which the other frames that it names are entries. */
function wordsOf({ message, frame, others }: Finding, indices: readonly number[]): Words {
  return message.split(/\bframe (\d+)/).flatMap((part, place): Words => {
    if (place % 2 === 0) return [part];
    const isOther = Number(part) !== frame && others.includes(Number(part));
    const index = isOther ? indices[Number(part) - 1] : undefined;
    return [index ?? `frame ${part}`];
  });
}
