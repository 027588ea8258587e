import type { TableName } from "@acp-store/core";
import { isObject } from "../json.js";
import type { Direction, HistoryEntry } from "./entry.js";

/** The conditions of a search. An entry has to meet all that are given. */
export interface HistoryFilter {
  /** Matches entries that name the session or change it. */
  readonly sessionId?: string;
  /** Matches entries of this {@link HistoryEntry.kind}. */
  readonly kind?: string;
  /**
   * Matches entries that change the entity. Agents may use a tool call id in several sessions, so give
   * the `sessionId` to search for one of them.
   */
  readonly entity?: {
    /** The table that contains the entity. */
    readonly table: TableName;
    /** The key of the entity in its table. */
    readonly id: string;
    /** The session of the entity; `undefined` for any session. */
    readonly sessionId?: string | undefined;
  };
  /** Matches entries of this {@link HistoryEntry.direction}. */
  readonly direction?: Direction;
  /** Whether to match only entries with diagnostics. */
  readonly diagnosticsOnly?: boolean;
  /**
   * Matches entries with this text in the kind, message, event or diagnostics, or in a field or a value
   * of the state that they change. Ignores case.
   */
  readonly text?: string;
}

/**
 * Returns a predicate for a filter. Use it to search a long history in chunks, or to search only new
 * entries.
 *
 * @example
 * ```ts
 * const matches = createEntryMatcher({ kind: "tool_call", text: "main.ts" });
 * const rows = history.entries().filter(matches);
 * ```
 */
export function createEntryMatcher(filter: HistoryFilter): (entry: HistoryEntry) => boolean {
  const { sessionId, kind, entity, direction, diagnosticsOnly } = filter;
  const text = filter.text?.toLowerCase() ?? "";
  return (entry) =>
    (kind === undefined || entry.kind === kind) &&
    (direction === undefined || entry.direction === direction) &&
    (diagnosticsOnly !== true || entry.diagnostics.length > 0) &&
    (sessionId === undefined || concernsSession(entry, sessionId)) &&
    (entity === undefined || changesEntity(entry, entity)) &&
    (text === "" || containsText(entry, text));
}

/**
 * Returns the entries that match a filter, in their original order.
 *
 * @example
 * ```ts
 * filterEntries(history.entries(), { sessionId: "s1", diagnosticsOnly: true });
 * ```
 */
export function filterEntries(
  entries: Iterable<HistoryEntry>,
  filter: HistoryFilter,
): HistoryEntry[] {
  return [...entries].filter(createEntryMatcher(filter));
}

function concernsSession({ sessionId, affected }: HistoryEntry, wanted: string): boolean {
  return sessionId === wanted || affected.some((part) => part.sessionId === wanted);
}

function changesEntity(
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

function containsText(entry: HistoryEntry, text: string): boolean {
  const { kind, frame, event, diagnostics, patches } = entry;
  // The numbers in patches are mostly times.
  const changes = patches.map((patch) => [patch.path.at(-1), "value" in patch && patch.value]);
  return (
    includesText([kind, frame?.msg ?? event, diagnostics], text, () => true) ||
    includesText(changes, text, (value) => typeof value === "string")
  );
}

/** Returns whether a key or a value contains a text. Values that are not searched are skipped. */
function includesText(
  values: readonly unknown[],
  text: string,
  isSearched: (value: unknown) => boolean,
): boolean {
  // Iterates instead of recursing, since a deeply nested message would overflow the call stack.
  const remaining = [...values];
  while (remaining.length > 0) {
    const value = remaining.pop();
    if (Array.isArray(value)) for (const item of value) remaining.push(item);
    else if (isObject(value)) for (const key in value) remaining.push(key, value[key]);
    else if (isSearched(value) && String(value).toLowerCase().includes(text)) return true;
  }
  return false;
}
