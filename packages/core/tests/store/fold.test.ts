import { createAcpStore } from "@acp-store/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Transaction } from "../../src/commit/transaction.js";
import { DEFAULT_LIMITS } from "../../src/limits.js";
import { reduce } from "../../src/reduce/reduce.js";
import { emptyState, StateTree } from "../../src/state/tree.js";
import { traffic } from "../support/randomTraffic.js";
import { plain, trackedStore } from "../support/trackedStore.js";

// The tracked store checks after every commit that its patches lead to the next state, and back.
describe.each([1, 2] as const)("any traffic of protocol version %s", (protocolVersion) => {
  it("folds into the same state from its events", () => {
    fc.assert(
      fc.property(traffic[protocolVersion], (actions) => {
        const store = trackedStore({ protocolVersion });
        for (const act of actions) act(store);
        const tree = new StateTree(emptyState(protocolVersion));
        for (const event of store.events)
          reduce(new Transaction(tree, false), event, DEFAULT_LIMITS);
        expect(plain(tree.snapshot())).toEqual(plain(store.getState()));
      }),
    );
  });

  it("leaves nothing running and nobody waiting after a disconnect", () => {
    fc.assert(
      fc.property(traffic[protocolVersion], (actions) => {
        const store = trackedStore({ protocolVersion });
        for (const act of actions) act(store);
        store.disconnect();
        const state = store.getState();
        expect(state.elicitations.filter((item) => item.status === "pending")).toEqual([]);
        for (const session of state.sessions.values()) {
          expect(session.openTurns).toEqual([]);
          expect(
            [...session.permissions.values()].filter((item) => item.status === "pending"),
          ).toEqual([]);
        }
      }),
    );
  });

  it("lists every entity in the timeline once", () => {
    fc.assert(
      fc.property(traffic[protocolVersion], (actions) => {
        const store = trackedStore({ protocolVersion });
        for (const act of actions) act(store);
        for (const session of store.getState().sessions.values()) {
          const of = (type: string) =>
            session.timeline.filter((item) => item.type === type).map(({ id }) => id);
          expect(of("message")).toEqual([...session.messages.keys()]);
          expect(of("tool_call")).toEqual([...session.toolCalls.keys()]);
          expect(new Set(of("plan"))).toEqual(new Set(session.plans.keys()));
          expect(of("terminal")).toEqual([...session.terminals.keys()]);
        }
      }),
    );
  });

  it("leaves what it is not about untouched", () => {
    fc.assert(
      fc.property(traffic[protocolVersion], (actions) => {
        const store = trackedStore({ protocolVersion });
        store.ingest({
          sessionId: "other",
          update: { sessionUpdate: "tool_call_update", toolCallId: "x", status: "completed" },
        });
        const before = store.getState().sessions.get("other");
        for (const act of actions) act(store);
        expect(store.getState().sessions.get("other")).toBe(before);
      }),
    );
  });
});

it("gives back the same state as long as nothing happens", () => {
  const store = createAcpStore();
  expect(store.getState()).toBe(store.getState());
  expect(store.getInitialState()).toBe(store.getState());
});
