import { type AcpStore, createAcpStore, type Frame } from "@acp-store/core";

/** A store that has processed a recording of a real agent, with the id of its first session. */
export interface OpenRecording {
  readonly store: AcpStore;
  readonly sessionId: string;
}

/** Replays the lines of a recording into a store. */
export function openRecording(text: string): OpenRecording {
  let clock = 0;
  const store = createAcpStore({ scheduler: "sync", now: () => clock });
  for (const line of text.trimEnd().split("\n")) {
    const frame = JSON.parse(line) as Frame;
    clock = frame.t ?? clock;
    store.observe(frame);
  }
  const [sessionId = ""] = store.getState().sessions.keys();
  return { store, sessionId };
}
