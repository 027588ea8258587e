import { type AcpStore, createAcpStore } from "@acp-store/core";
import { describe, expect, it } from "vitest";
import { followInterruptedSessions } from "../../src/owner/interruptedSessions.js";

const PROMPT = [{ type: "text", text: "Go on" }] as const;

/** Follows two interrupted sessions. The store notifies its listeners only with `flush`. */
function followTwo() {
  const store = createAcpStore({ scheduler: () => {} });
  let ids: readonly string[] = [];
  const interrupted = followInterruptedSessions(store, (next) => (ids = next));
  for (const sessionId of ["s1", "s2"]) {
    store.openSession({ sessionId, cwd: "/project" });
    store.startTurn(sessionId, PROMPT);
    store.endTurn(sessionId, { stopReason: "end_turn" });
    interrupted.mark(sessionId, true);
  }
  store.flush();
  return { store, interrupted, getIds: () => ids };
}

const runTurn = (store: AcpStore, sessionId: string): void => {
  store.startTurn(sessionId, PROMPT);
  store.endTurn(sessionId, { stopReason: "end_turn" });
};

describe("an interrupted session", () => {
  it("keeps its notice until something is done in it", () => {
    expect(followTwo().getIds()).toEqual(["s1", "s2"]);
  });

  it("loses its notice with the next turn, even if that has ended before the listeners are called", () => {
    const { store, getIds } = followTwo();
    runTurn(store, "s1");
    store.flush();
    expect(getIds()).toEqual(["s2"]);
  });

  it("keeps its notice while the agent replays the transcript, and loses it with a turn after that", async () => {
    const { store, getIds } = followTwo();
    await store.replay("s1", async () => {
      const content = { type: "text", text: "Go on" };
      store.ingest({
        sessionId: "s1",
        update: { sessionUpdate: "user_message_chunk", messageId: "m1", content },
      });
    });
    store.flush();
    expect(getIds()).toEqual(["s1", "s2"]);
    runTurn(store, "s1");
    store.flush();
    expect(getIds()).toEqual(["s2"]);
  });

  it("loses its notice when it is opened again without an interruption", () => {
    const { interrupted, getIds } = followTwo();
    interrupted.mark("s2", false);
    expect(getIds()).toEqual(["s1"]);
  });
});
