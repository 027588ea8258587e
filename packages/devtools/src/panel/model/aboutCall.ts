import type { HistoryEntry } from "../../history/entry.js";
import type { Source } from "./source.js";
import { namedCall } from "./tracking.js";

/** A tool call, by its ids. */
export interface CallIds {
  readonly sessionId: string;
  readonly toolCallId: string;
}

/**
 * Whether an entry belongs to what happened to a tool call: a message that names it, also one that
 * said nothing new; a permission request for it, and the answer; the beginning, cancel and end of its
 * turn; and the end of a log that ends before its turn does.
 */
export function isAbout(entry: HistoryEntry, call: CallIds, { digest, history }: Source): boolean {
  const { sessionId, toolCallId } = call;
  if (entry.sessionId === sessionId && namedCall(entry.frame?.msg) === toolCallId) return true;
  const { tracks } = digest.read();
  const changes = entry.affected.some(({ sessionId: changed, table, id }) => {
    if (changed !== sessionId || id === undefined) return false;
    if (table === "toolCalls") return id === toolCallId;
    const asked = table === "permissions" && tracks.find(sessionId, table, id);
    return asked && asked.toolCallId === toolCallId;
  });
  const { turnId = "" } = tracks.find(sessionId, "toolCalls", toolCallId) ?? {};
  const statuses = tracks.find(sessionId, "turns", turnId)?.statuses ?? [];
  if (changes || statuses.some(({ index }) => index === entry.index)) return true;
  const last = statuses.at(-1)?.status;
  const isOpen = last === "running" || last === "cancelling";
  const { end, isDetached } = history.getSnapshot();
  return isOpen && isDetached && entry.index === end - 1;
}
