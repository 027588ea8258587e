import type { HistoryEntry } from "../../history/entry.js";
import { entryMatcher, type HistoryFilter } from "../../history/filterEntries.js";
import { isAbout, type CallIds } from "./aboutCall.js";
import type { Source } from "./source.js";
import { summaryOf } from "./summary.js";

/** What of the log is shown. `kind` and `text` also find messages by their names on the wire, `text` what a row says. */
export interface LogFilter extends HistoryFilter {
  /** What happened to a tool call: its updates, its permission requests with their answers, its turn. */
  readonly about?: CallIds;
}

/** Makes a check of a filter. `flagged` are the entries that a check of the log found something about. */
export function logMatcher({
  source,
  filter,
  flagged,
}: LogWanted): (entry: HistoryEntry) => boolean {
  const { about, kind, text, diagnosticsOnly, ...rest } = filter;
  const fits = entryMatcher(rest);
  const says = entryMatcher(text === undefined ? {} : { text });
  const nameOf = (entry: HistoryEntry): string => source.digest.nameOf(entry) ?? "";
  const rowOf = (entry: HistoryEntry): string =>
    `${nameOf(entry)} ${summaryOf(entry, source.digest.read().tracks)}`;
  const lower = text?.toLowerCase() ?? "";
  return (entry) =>
    fits(entry) &&
    (kind === undefined || entry.kind === kind || nameOf(entry) === kind) &&
    (diagnosticsOnly !== true || entry.diagnostics.length > 0 || flagged.has(entry.index)) &&
    (about === undefined || isAbout(entry, about, source)) &&
    (says(entry) || rowOf(entry).toLowerCase().includes(lower));
}

export interface LogWanted {
  readonly source: Source;
  readonly filter: LogFilter;
  readonly flagged: Pick<ReadonlySet<number>, "has">;
}
