import type { TableName } from "@acp-store/core";
import { isObject } from "../json.js";
import type { Direction, HistoryEntry } from "./entry.js";

/** What to look for; an entry must fit all that is given. */
export interface HistoryFilter {
  /** Named by the message, or changed by it. */
  readonly sessionId?: string;
  /** See {@link HistoryEntry.kind}. */
  readonly kind?: string;
  /** Changed by the entry; without a session, in any: some ids are counted anew in each. */
  readonly entity?: {
    readonly table: TableName;
    readonly id: string;
    readonly sessionId?: string | undefined;
  };
  readonly direction?: Direction;
  readonly diagnosticsOnly?: boolean;
  /** Anywhere in the message, the event or the diagnostics, whatever the case. */
  readonly text?: string;
}

/**
 * Makes a check of a filter: to go through a long log in pieces, or only through what is new.
 *
 * @example
 * ```ts
 * const matches = entryMatcher({ kind: "tool_call", text: "main.ts" });
 * const rows = history.entries().filter(matches);
 * ```
 */
export function entryMatcher(filter: HistoryFilter): (entry: HistoryEntry) => boolean {
  const { sessionId, kind, entity, direction, diagnosticsOnly } = filter;
  const text = filter.text?.toLowerCase() ?? "";
  return (entry) =>
    (kind === undefined || entry.kind === kind) &&
    (direction === undefined || entry.direction === direction) &&
    (diagnosticsOnly !== true || entry.diagnostics.length > 0) &&
    (sessionId === undefined || isAbout(entry, sessionId)) &&
    (entity === undefined || changes(entry, entity)) &&
    (text === "" || says(entry, text));
}

/** The entries that fit a filter, in their order. */
export function filterEntries(
  entries: Iterable<HistoryEntry>,
  filter: HistoryFilter,
): HistoryEntry[] {
  return [...entries].filter(entryMatcher(filter));
}

function isAbout({ sessionId, affected }: HistoryEntry, wanted: string): boolean {
  return sessionId === wanted || affected.some((part) => part.sessionId === wanted);
}

function changes(
  { affected }: HistoryEntry,
  { table, id, sessionId }: NonNullable<HistoryFilter["entity"]>,
): boolean {
  return affected.some(
    (part) =>
      part.table === table &&
      part.id === id &&
      (sessionId === undefined || part.sessionId === sessionId),
  );
}

function says({ kind, frame, event, diagnostics }: HistoryEntry, text: string): boolean {
  return contains([kind, frame?.msg ?? event, diagnostics], text);
}

/** Goes through without recursion: a message may be nested more deeply than calls can be. */
function contains(root: unknown, text: string): boolean {
  const waiting: unknown[] = [root];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (Array.isArray(value)) for (const item of value) waiting.push(item);
    else if (isObject(value)) for (const key in value) waiting.push(key, value[key]);
    else if (String(value).toLowerCase().includes(text)) return true;
  }
  return false;
}
