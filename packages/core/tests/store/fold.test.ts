import { createAcpStore } from "@acp-store/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { TABLE_NAMES } from "../../src/state/tables.js";
import { traffic, updates } from "../support/randomTraffic.js";
import { refolded } from "../support/refolded.js";
import { plain, session, text, trackedStore } from "../support/trackedStore.js";

/** One entity of each kind, with ids that random traffic does not use. The call is last: it ends the message. */
const UNRELATED = [
  { sessionUpdate: "agent_message", messageId: "unrelated", content: [text("a")] },
  { sessionUpdate: "plan_update", plan: { type: "items", planId: "unrelated", entries: [] } },
  { sessionUpdate: "terminal_update", terminalId: "unrelated", command: "ls" },
  { sessionUpdate: "compaction_update", compactionId: "unrelated", status: "in_progress" },
  { sessionUpdate: "subagent_update", sessionId: "unrelated", title: "t" },
  { sessionUpdate: "session_message", messageId: "unrelated", content: [text("a")] },
  { sessionUpdate: "tool_call_update", toolCallId: "unrelated", title: "t" },
];
const UNRELATED_REQUEST = {
  sessionId: "s1",
  title: "May I?",
  toolCall: { toolCallId: "unrelated" },
  options: [{ optionId: "yes", name: "Yes", kind: "allow_once" }],
};

// The tracked store checks the patches of every commit in both directions.
describe.each([1, 2] as const)("random traffic of version %s", (protocolVersion) => {
  it("folds into the same state from its events", () => {
    fc.assert(
      fc.property(traffic[protocolVersion], (actions) => {
        const store = trackedStore({ protocolVersion });
        for (const act of actions) act(store);
        expect(plain(refolded(store.events, protocolVersion))).toEqual(plain(store.getState()));
      }),
    );
  });

  it("leaves no open turns, pending requests or pending settings after a disconnect", () => {
    fc.assert(
      fc.property(traffic[protocolVersion], (actions) => {
        const store = trackedStore({ protocolVersion });
        for (const act of actions) act(store);
        store.disconnect();
        const state = store.getState();
        expect(state.agent.auth?.status).not.toBe("in_progress");
        expect(
          [...state.elicitations.values()].filter((item) => item.status === "pending"),
        ).toEqual([]);
        for (const session of state.sessions.values()) {
          expect(session.openTurns).toEqual([]);
          expect(session.settingChanges.filter(({ status }) => status === "pending")).toEqual([]);
          expect(
            [...session.permissions.values()].filter((item) => item.status === "pending"),
          ).toEqual([]);
        }
      }),
    );
  });

  it("lists every entity and every run of a message in the timeline once", () => {
    fc.assert(
      fc.property(traffic[protocolVersion], (actions) => {
        const store = trackedStore({ protocolVersion });
        for (const act of actions) act(store);
        for (const session of store.getState().sessions.values()) {
          const of = (type: string) =>
            session.timeline.filter((item) => item.type === type).map(({ id }) => id);
          // A replay that is merged adds items in front of known ones, and entities behind them.
          const expectOnce = (type: string, table: ReadonlyMap<string, unknown>): void =>
            expect(of(type).toSorted()).toEqual([...table.keys()].toSorted());
          const runs = session.timeline.filter((item) => item.type === "message");
          const firstRuns = runs.filter(({ run }) => run === 0);
          expect(firstRuns.map(({ id }) => id).toSorted()).toEqual(
            [...session.messages.keys()].toSorted(),
          );
          for (const [key, { runStarts = [] }] of session.messages) {
            const runsOfMessage = runs.filter(({ id }) => id === key).map(({ run }) => run);
            expect(runsOfMessage).toEqual([0, ...runStarts.map((_, index) => index + 1)]);
          }
          expectOnce("tool_call", session.toolCalls);
          expectOnce("plan", session.plans);
          expectOnce("terminal", session.terminals);
          expectOnce("compaction", session.compactions);
          expectOnce("subagent", session.subagents);
          expectOnce("session_message", session.sessionMessages);
          // Settled permissions from before a replay are not part of the new transcript.
          const pending = [...session.permissions.values()].filter(
            (permission) => permission.status === "pending",
          );
          const shown = of("permission");
          expect(shown).toEqual([...session.permissions.keys()].filter((id) => shown.includes(id)));
          expect(shown).toEqual(
            expect.arrayContaining(pending.map(({ permissionId }) => permissionId)),
          );
        }
      }),
    );
  });

  it("keeps the references of entities that no update names", () => {
    fc.assert(
      fc.property(fc.array(updates[protocolVersion], { maxLength: 20 }), (actions) => {
        const store = trackedStore({ protocolVersion });
        for (const update of UNRELATED) expect(store.update(update).accepted).toBe(true);
        void store.requestPermission(UNRELATED_REQUEST, { requestId: "unrelated" });
        const before = session(store);
        for (const act of actions) act(store);
        const after = session(store);
        for (const table of TABLE_NAMES) {
          for (const [id, entity] of before[table]) expect(after[table].get(id)).toBe(entity);
        }
        expect(after.timeline.slice(0, before.timeline.length)).toEqual(before.timeline);
      }),
    );
  });

  it("keeps the reference of a session that no message names", () => {
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

it("returns the same state until something changes", () => {
  const store = createAcpStore();
  expect(store.getState()).toBe(store.getState());
  expect(store.getInitialState()).toBe(store.getState());
});
