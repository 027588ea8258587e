import { createAcpStore } from "@acp-store/core";
import { persistSessions } from "@acp-store/persist";
import { idbStorage } from "@acp-store/persist/idb";
import type { RestoreResult } from "../src/browser/pageApi.js";
import { parseLine } from "../src/wire/update.js";

const storage = idbStorage("bench");

/** Saves the session of the lines. Resolves with the longest time for which the page was blocked. */
export async function save(lines: readonly string[]): Promise<number> {
  const store = createAcpStore({ scheduler: () => {} });
  for (const line of lines) store.ingest(parseLine(line));
  const [sessionId = ""] = store.getState().sessions.keys();
  const persistence = persistSessions(store, storage, { debounceMs: 3_600_000 });
  // A change, because restoring or reading alone writes nothing.
  store.putApplicationRow(sessionId, { data: "changed" });
  const stopMeter = meterBlocks();
  await persistence.flush();
  const blockedMs = await stopMeter();
  await persistence.stop();
  return blockedMs;
}

/** Restores the saved sessions into a new store, and reads their timelines. */
export async function restore(): Promise<RestoreResult> {
  const store = createAcpStore({ scheduler: () => {} });
  const persistence = persistSessions(store, storage);
  const start = performance.now();
  await persistence.restore();
  const sessions = [...store.getState().sessions.values()];
  const items = sessions.reduce((sum, { timeline }) => sum + timeline.length, 0);
  const milliseconds = performance.now() - start;
  await persistence.stop();
  return { milliseconds, items };
}

/** Measures the longest time between two tasks of a message channel, until it is stopped. */
function meterBlocks(): () => Promise<number> {
  const { port1, port2 } = new MessageChannel();
  let last = performance.now();
  let longest = 0;
  let onTask = (): void => {};
  port1.onmessage = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    onTask();
    port2.postMessage(undefined);
  };
  port2.postMessage(undefined);
  return () =>
    new Promise((resolve) => {
      onTask = () => {
        port1.close();
        resolve(longest);
      };
    });
}
