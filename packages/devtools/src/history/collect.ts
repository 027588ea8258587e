import type { InspectRecord } from "@acp-store/core";
import {
  commitEntry,
  diagnosticEntry,
  frameEntry,
  type HistoryEntry,
  withDiagnostic,
} from "./entry.js";
import type { Log } from "./log.js";

/**
 * Turns what the store reports into entries. A message stands first, then what was wrong with it,
 * then what it changed: until there is an event, all of it belongs into one entry.
 */
export function collectInto(log: Log, add: (entry: HistoryEntry) => void) {
  return (record: InspectRecord): void => {
    const last = log.at(log.end() - 1);
    const isOpen =
      last !== undefined &&
      last.event === undefined &&
      record.frame !== undefined &&
      last.frame === record.frame;
    const index = isOpen ? last.index : log.end();
    const put = isOpen ? log.replaceLast : add;
    if (record.type === "frame") add(frameEntry(log.end(), record.frame));
    else if (record.type === "commit")
      put(commitEntry(index, record, isOpen ? last.diagnostics : undefined));
    else put(isOpen ? withDiagnostic(last, record) : diagnosticEntry(index, record));
  };
}
