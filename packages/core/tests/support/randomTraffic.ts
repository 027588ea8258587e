import fc from "fast-check";
import { text, type TrackedStore } from "./trackedStore.js";

/** Something that a peer or the user may do. */
export type Action = (store: TrackedStore) => void;

const id = fc.constantFrom("a", "b", "__proto__", "constructor", "10", "");
const status = fc.constantFrom(
  "pending",
  "in_progress",
  "completed",
  "failed",
  "cancelled",
  "_odd",
);
const maybe = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { nil: undefined });
const nullable = <Value>(arbitrary: fc.Arbitrary<Value>) => maybe(fc.option(arbitrary));
const block = fc.oneof(
  fc.string().map(text),
  fc.constant({ type: "image", data: "aGk=", mimeType: "image/png" }),
  fc.constant({ type: "_poll", question: "?" }),
);
const item = block.map((content) => ({ type: "content", content }));
const meta = nullable(fc.dictionary(fc.constantFrom("a", "b", "__proto__"), fc.jsonValue()));
const base64 = fc
  .uint8Array({ maxLength: 12 })
  .map((bytes) => Buffer.from(bytes).toString("base64"));

/** Updates of fields that may be absent; `undefined` stands for that. */
function update(kind: string, fields: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<Action> {
  return fc
    .record(fields)
    .map((sent) => ({ sessionUpdate: kind, ...(JSON.parse(JSON.stringify(sent)) as object) }))
    .map(
      (sent): Action =>
        (store) =>
          void store.update(sent),
    );
}

const common: fc.Arbitrary<Action>[] = [
  id.map(
    (toolCallId): Action =>
      (store) => {
        const request = {
          sessionId: "s1",
          toolCall: { toolCallId, title: "P" },
          title: "P",
          options: [option],
        };
        void store.requestPermission(request);
      },
  ),
  fc.constant(
    (store) =>
      void store.requestElicitation({
        mode: "form",
        message: "?",
        sessionId: "s1",
        requestedSchema: {},
      }),
  ),
  fc.string().map(
    (value): Action =>
      (store) =>
        void store.startTurn("s1", [text(value)]),
  ),
  fc.constant((store) => store.endTurn("s1", { stopReason: "end_turn" })),
  fc.constant((store) => store.cancelTurn("s1")),
  fc.constant((store) => store.closeSession("s1")),
  fc.constant((store) => store.openSession({ sessionId: "s1", cwd: "/w" })),
  fc.constant((store) => void store.replay("s1", () => Promise.resolve())),
  fc.constant((store) => store.disconnect("gone")),
  update("notice", { severity: fc.constant("info"), title: fc.string({ minLength: 1 }) }),
  update("compaction_update", { compactionId: id, status, summary: nullable(fc.array(block)) }),
  update("compaction_summary_chunk", { compactionId: id, content: block }),
  update("subagent_update", {
    sessionId: fc.constantFrom("child", "s1"),
    title: nullable(fc.string()),
  }),
  update("session_message", { messageId: id, content: nullable(fc.array(block)) }),
  update("plan_removed", { planId: fc.constantFrom("main", "other") }),
  update("_unheard_of", { value: fc.jsonValue() }),
];

const option = { optionId: "yes", name: "Yes", kind: "allow_once" };
const toolCall = {
  toolCallId: id,
  status: nullable(status),
  content: nullable(fc.array(item, { maxLength: 3 })),
  rawInput: nullable(fc.jsonValue()),
  _meta: meta,
};
const entries = fc.array(fc.record({ content: fc.string(), priority: fc.constant("low"), status }));

const version1: fc.Arbitrary<Action>[] = [
  update("tool_call", { ...toolCall, title: fc.string() }),
  update("tool_call_update", { ...toolCall, title: nullable(fc.string()) }),
  update("agent_message_chunk", { messageId: nullable(id), content: block, _meta: meta }),
  update("user_message_chunk", { messageId: nullable(id), content: block }),
  update("plan", { entries }),
];

const version2: fc.Arbitrary<Action>[] = [
  update("tool_call_update", {
    ...toolCall,
    title: nullable(fc.string()),
    capabilities: nullable(fc.constant({ cancel: {} })),
  }),
  update("tool_call_content_chunk", { toolCallId: id, content: item }),
  update("agent_message_chunk", { messageId: id, content: block, _meta: meta }),
  update("user_message", { messageId: id, content: nullable(fc.array(block)), _meta: meta }),
  update("agent_thought", { messageId: id, content: nullable(fc.array(block)) }),
  update("state_update", {
    state: fc.constantFrom("running", "requires_action", "idle", "_odd"),
    stopReason: maybe(fc.constant("end_turn")),
  }),
  update("plan_update", { plan: fc.record({ type: fc.constant("items"), planId: id, entries }) }),
  update("terminal_update", {
    terminalId: id,
    command: nullable(fc.string()),
    output: nullable(base64.map((data) => ({ data }))),
  }),
  update("terminal_output_chunk", { terminalId: id, data: base64 }),
];

/** What one of the versions may bring, in any order. */
export const traffic: Readonly<Record<1 | 2, fc.Arbitrary<Action[]>>> = {
  1: fc.array(fc.oneof(...version1, ...common), { maxLength: 30 }),
  2: fc.array(fc.oneof(...version2, ...common), { maxLength: 30 }),
};
