import type { PermissionOption } from "@acp-store/core";
import fc from "fast-check";
import { expect, it } from "vitest";
import { prompted, recv, sent } from "../support/frames.js";
import { type LoggedEvent, phaseFromLog } from "../support/phaseModel.js";
import { traffic } from "../support/randomTraffic.js";
import { type TrackedStore, trackedStore } from "../support/trackedStore.js";
import { CANCEL_FRAME, promptAccepted, stateUpdate } from "../support/version2.js";

const OPTIONS: readonly PermissionOption[] = [
  { optionId: "yes", name: "Allow", kind: "allow_once" },
  { optionId: "no", name: "Reject", kind: "reject_always" },
  { optionId: "odd", name: "Later", kind: "_later" },
];

type Action = (store: TrackedStore) => void;

const callId = fc.constantFrom("a", "b");
const requestId = fc.integer({ min: 1, max: 4 });
const STATUSES = ["pending", "in_progress", "paused", "completed", "failed", "_odd"];
const report = fc.record({ toolCallId: callId, status: fc.constantFrom(...STATUSES) }).map(
  (update): Action =>
    (store) =>
      void store.update({ sessionUpdate: "tool_call_update", ...update }),
);
const ask = fc.tuple(requestId, callId).map(
  ([id, toolCallId]): Action =>
    (store) => {
      const subject =
        store.getState().protocolVersion === 1
          ? { toolCall: { toolCallId } }
          : { subject: { type: "tool_call", toolCall: { toolCallId } } };
      const params = { sessionId: "s1", title: "May I?", options: OPTIONS, ...subject };
      store.observe(recv({ id, method: "session/request_permission", params }));
    },
);
const answer = fc.tuple(requestId, fc.constantFrom("yes", "no", "odd", undefined)).map(
  ([id, optionId]): Action =>
    (store) => {
      const outcome =
        optionId === undefined ? { outcome: "cancelled" } : { outcome: "selected", optionId };
      store.observe(sent({ id, result: { outcome } }));
    },
);
let nextPrompt = 100;
const start: Action = (store) => {
  const id = nextPrompt++;
  store.observe(prompted(id, "Go"));
  if (store.getState().protocolVersion === 2) {
    store.observe(promptAccepted(id));
    store.observe(stateUpdate("running"));
  }
};
const end: Action = (store) => {
  if (store.getState().protocolVersion === 2)
    return void store.observe(stateUpdate("idle", { stopReason: "end_turn" }));
  const [turnId] = store.getState().sessions.get("s1")?.openTurns ?? [];
  if (turnId !== undefined) store.endTurn("s1", { stopReason: "end_turn" });
};
const background = fc.subarray(["a", "b"]).map(
  (ids): Action =>
    (store) =>
      void store.observe(
        stateUpdate("idle", {
          background: ids.map((toolCallId) => ({ type: "tool_call", toolCallId })),
        }),
      ),
);
const rest = fc.constantFrom<Action>(
  start,
  end,
  (store) => void store.observe(CANCEL_FRAME),
  (store) => store.disconnect(),
  (store) => void store.replay("s1", async () => {}),
);
const calls = fc.array(
  fc.oneof(
    { arbitrary: report, weight: 4 },
    { arbitrary: ask, weight: 3 },
    { arbitrary: answer, weight: 3 },
    { arbitrary: rest, weight: 3 },
    { arbitrary: background, weight: 1 },
  ),
  { maxLength: 25 },
);

it.each([1, 2] as const)("equals the phase of the whole session in version %i", (version) => {
  fc.assert(
    fc.property(
      fc.oneof({ arbitrary: calls, weight: 3 }, { arbitrary: traffic[version], weight: 1 }),
      (actions) => {
        const store = trackedStore({ protocolVersion: version });
        const log: LoggedEvent[] = [];
        let before = store.getState();
        store.inspect((record) => {
          if (record.type !== "commit" || record.event.type === "patches_applied") return;
          const after = store.getState();
          log.push({ event: record.event, before, after });
          before = after;
        });
        for (const act of actions) {
          act(store);
          for (const session of store.getState().sessions.values())
            for (const call of session.toolCalls.values())
              expect([call.toolCallId, call.phase]).toEqual([
                call.toolCallId,
                phaseFromLog(log, session, call),
              ]);
        }
      },
    ),
    { numRuns: 400 },
  );
});
