import type { InspectRecord } from "@acp-store/core";
import type { HistoryEntry } from "./entry.js";
import type { Log } from "./log.js";
import { commitEntry, diagnosticEntry, frameEntry, withDiagnostic } from "./makeEntry.js";

/**
 * Turns what the store reports into entries. A message stands first, then what was wrong with it,
 * then what it changed: until there is an event, all of it belongs into one entry.
 */
export function collectInto(log: Log, add: (entry: HistoryEntry) => void) {
  /** When the record before was here. */
  let before: number | undefined;

  return (record: InspectRecord): void => {
    if (record.type === "frame") {
      add(frameEntry(log.end(), record.frame));
      before = performance.now();
      return;
    }
    const now = performance.now();
    const spent = record.frame && before !== undefined ? now - before : undefined;
    before = now;
    const last = log.at(log.end() - 1);
    const isOpen =
      last !== undefined &&
      last.event === undefined &&
      record.frame !== undefined &&
      last.frame === record.frame;
    const index = isOpen ? last.index : log.end();
    const put = isOpen ? log.replaceLast : add;
    const spentMs = isOpen && spent !== undefined ? spent + (last.spentMs ?? 0) : spent;
    if (record.type === "commit")
      put(commitEntry(index, record, spentMs, isOpen ? last.diagnostics : undefined));
    else
      put(isOpen ? withDiagnostic(last, record, spentMs) : diagnosticEntry(index, record, spentMs));
  };
}
