import type { InspectRecord, ReadableAcpStore } from "@acp-store/core";
import { createFrameLog, type FrameLog } from "./frameLog.js";
import type { FrameRow } from "./wire.js";

/** The log of the frames of an agent, over all of its connections. */
export interface FrameRecorder extends Pick<FrameLog, "read"> {
  /** Identifies this log. A server that was started again has another one. */
  readonly id: string;
  /** Returns the time of the log, in ms since the epoch. */
  readonly now: () => number;
  /** Calls a function once, after the next line. Returns a function that removes it. */
  onNextLine(listener: () => void): () => void;
  /** Stops recording. */
  stop(): void;
}

/**
 * The limits of the log of one agent. A day of work of one agent is about 10 MB; 32 MB of ten agents fit in
 * the memory of any computer. The devtools keep 100,000 entries, and a frame has at least one.
 */
const LIMITS = { lines: 50_000, characters: 32_000_000 };

/**
 * Records the frames of a store, and when its connections start and end. `recordTrace` of the devtools is not
 * used, because it counts the frames but not their size, and does not know the connections.
 */
export function recordFrames(
  store: Pick<ReadableAcpStore, "inspect" | "now">,
  limits: typeof LIMITS = LIMITS,
): FrameRecorder {
  const log = createFrameLog(limits);
  const listeners = new Set<() => void>();

  function append(row: FrameRow, isMessage: boolean): void {
    log.append(formatRow(row), isMessage);
    for (const listener of [...listeners]) listener();
  }

  function onRecord(record: InspectRecord): void {
    if (record.type === "frame") {
      const { t, dir, msg } = record.frame;
      return append({ t, dir, msg }, dir !== "stderr");
    }
    // A message that starts a connection again ends the last one in the store of the page, too.
    if (record.type !== "commit" || record.frame !== undefined) return;
    const { event } = record;
    if (event.type === "connecting") {
      const { at: t, type: _, ...connecting } = event;
      log.startConnection();
      append({ t, connecting }, false);
    } else if (event.type === "disconnected") {
      const { at: t, type: _, ...disconnected } = event;
      append({ t, disconnected }, false);
    }
  }

  const stop = store.inspect(onRecord);
  return {
    id: `${store.now()}-${Math.random().toString(36).slice(2)}`,
    now: store.now,
    read: log.read,
    onNextLine(listener) {
      const once = (): void => {
        listeners.delete(once);
        listener();
      };
      listeners.add(once);
      return () => listeners.delete(once);
    },
    stop,
  };
}

/** Formats a row. A message of an agent in this process may contain what JSON cannot. */
function formatRow(row: FrameRow): string {
  try {
    return JSON.stringify(row);
  } catch (error) {
    return JSON.stringify({ ...row, msg: String(error) });
  }
}
