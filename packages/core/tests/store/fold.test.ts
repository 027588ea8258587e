import { createAcpStore } from "@acp-store/core";
import fc from "fast-check";
import { expect, it } from "vitest";
import { StateTree, emptyState } from "../../src/state/tree.js";
import { Transaction } from "../../src/commit/transaction.js";
import { DEFAULT_LIMITS } from "../../src/limits.js";
import { reduce } from "../../src/reduce/reduce.js";
import { plain, text, trackedStore, type TrackedStore } from "../support/trackedStore.js";

const id = fc.constantFrom("a", "__proto__", "constructor", "10", "");
const status = fc.constantFrom("pending", "in_progress", "completed", "failed", "_odd");
const action: fc.Arbitrary<(store: TrackedStore) => void> = fc.oneof(
  fc.tuple(fc.constantFrom("tool_call", "tool_call_update"), id, status).map(
    ([sessionUpdate, toolCallId, next]) =>
      (store: TrackedStore) =>
        void store.update({
          sessionUpdate,
          toolCallId,
          title: "T",
          status: next,
          content: [{ type: "content", content: text(next) }],
        }),
  ),
  fc.tuple(fc.constantFrom("user", "agent"), fc.option(id), fc.string()).map(
    ([role, messageId, value]) =>
      (store: TrackedStore) =>
        void store.update({
          sessionUpdate: `${role}_message_chunk`,
          content: text(value),
          messageId,
        }),
  ),
  fc.array(status).map(
    (entries) => (store: TrackedStore) =>
      void store.update({
        sessionUpdate: "plan",
        entries: entries.map((next) => ({ content: next, priority: "low", status: next })),
      }),
  ),
  id.map(
    (toolCallId) => (store: TrackedStore) =>
      void store.requestPermission({
        sessionId: "s1",
        toolCall: { toolCallId, title: "P" },
        options: [],
      }),
  ),
  fc.string().map((value) => (store: TrackedStore) => void store.startTurn("s1", [text(value)])),
  fc.constant((store: TrackedStore) => store.endTurn("s1", { stopReason: "end_turn" })),
  fc.constant((store: TrackedStore) => store.cancelTurn("s1")),
  fc.constant((store: TrackedStore) => store.closeSession("s1")),
  fc.constant((store: TrackedStore) => store.openSession({ sessionId: "s1", cwd: "/w" })),
  fc.constant((store: TrackedStore) => store.disconnect("gone")),
);

it("is a fold over its events", () => {
  fc.assert(
    fc.property(fc.array(action, { maxLength: 30 }), (actions) => {
      const store = trackedStore();
      for (const act of actions) act(store);
      const tree = new StateTree(emptyState(1));
      for (const event of store.events) reduce(new Transaction(tree, false), event, DEFAULT_LIMITS);
      expect(plain(tree.snapshot())).toEqual(plain(store.getState()));
    }),
  );
});

it("leaves nothing running and nobody waiting after a disconnect", () => {
  fc.assert(
    fc.property(fc.array(action, { maxLength: 30 }), (actions) => {
      const store = trackedStore();
      for (const act of actions) act(store);
      store.disconnect();
      for (const session of store.getState().sessions.values()) {
        expect(session.activity).toBe("idle");
        expect(
          [...session.permissions.values()].filter((item) => item.status === "pending"),
        ).toEqual([]);
        expect([...session.turns.values()].filter((turn) => turn.endedAt === undefined)).toEqual(
          [],
        );
      }
    }),
  );
});

it("gives back the same state as long as nothing happens", () => {
  const store = createAcpStore();
  expect(store.getState()).toBe(store.getState());
  expect(store.getInitialState()).toBe(store.getState());
});
