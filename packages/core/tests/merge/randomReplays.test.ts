import { deserialize, serializeSession } from "@acp-store/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { recv, sent } from "../support/frames.js";
import { updates } from "../support/randomTraffic.js";
import { expectToFold } from "../support/refolded.js";
import { trackedStore, session } from "../support/trackedStore.js";

const LOADS = {
  1: sent({ id: 1, method: "session/load", params: { sessionId: "s1", cwd: "/w" } }),
  2: sent({
    id: 1,
    method: "session/resume",
    params: { sessionId: "s1", cwd: "/w", replayFrom: { type: "start" } },
  }),
};

// The tracked store checks the patches of every commit in both directions.
describe.each([1, 2] as const)("a merged replay of random updates in version %s", (version) => {
  const list = fc.array(updates[version], { maxLength: 12, size: "medium" });

  it("keeps the existing content, and folds into the same state from its events", () => {
    fc.assert(
      fc.property(list, list, list, fc.boolean(), (before, during, after, isRestored) => {
        const old = trackedStore({ protocolVersion: version, idPrefix: "old" });
        old.openSession({ sessionId: "s1", cwd: "/w" });
        for (const act of before) act(old);
        old.disconnect();
        const store = isRestored ? trackedStore({ protocolVersion: version }) : old;
        if (isRestored) store.restoreSession(deserialize(serializeSession(old.getState(), "s1")));
        const known = session(store);
        store.observe(LOADS[version]);
        for (const act of during) act(store);
        store.observe(recv({ id: 1, result: {} }));
        for (const act of after) act(store);
        const { messages, toolCalls, timeline } = session(store);
        expect([...messages.keys()]).toEqual(expect.arrayContaining([...known.messages.keys()]));
        expect([...toolCalls.keys()]).toEqual(expect.arrayContaining([...known.toolCalls.keys()]));
        expect(new Set(timeline.map((item) => JSON.stringify(item))).size).toBe(timeline.length);
        if (!isRestored) expectToFold(store, version);
      }),
      { numRuns: Number(process.env["RUNS"] ?? 60) },
    );
  });
});
