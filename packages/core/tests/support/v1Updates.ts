import fc from "fast-check";
import { text } from "./trackedStore.js";

// Version 1 updates that convert to version 2 without loss.

type Update = Record<string, unknown>;

const id = fc.constantFrom("a", "__proto__", "constructor", "10", "");
const line = fc.constantFrom("", "a", "b", "-- a", "+", "\\ b", "@@ -1 +1 @@", "\r");
const fileText = fc
  .tuple(fc.array(line, { maxLength: 6 }), fc.boolean())
  .map(([lines, ends]) => lines.join("\n") + (ends ? "\n" : ""));

const meta = fc.dictionary(
  fc.constantFrom("a", "b", "__proto__"),
  fc.jsonValue({ maxDepth: 1 }).filter((value) => value !== null),
);
const content = fc.oneof(
  line.map((value) => ({ type: "content", content: text(value) })),
  fc.record({ type: fc.constant("terminal"), terminalId: id }),
  fc
    .record(
      {
        type: fc.constant("diff"),
        path: fc.constantFrom("/a", '/b "c"', "C:\\d", "/ä\n"),
        oldText: fileText,
        newText: fileText,
        _meta: meta,
      },
      { requiredKeys: ["type", "path", "newText"] },
    )
    .filter(({ oldText, newText }) => oldText !== "" || newText !== ""),
);
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value);

const callFields = {
  kind: maybe(fc.constantFrom("read", "edit", "_mine")),
  status: maybe(fc.constantFrom("pending", "in_progress", "completed", "failed", "_mine")),
  content: maybe(fc.array(content, { maxLength: 3 })),
  locations: maybe(
    fc.array(
      fc.record({ path: fc.constantFrom("/a", "/b"), line: maybe(fc.integer({ min: 1, max: 9 })) }),
    ),
  ),
  rawInput: fc.jsonValue(),
  rawOutput: fc.jsonValue(),
  name: maybe(fc.string()),
  mine: fc.jsonValue(),
  _meta: maybe(meta),
};
const toolCall = fc.record(
  { sessionUpdate: fc.constant("tool_call"), toolCallId: id, title: fc.string(), ...callFields },
  { requiredKeys: ["sessionUpdate", "toolCallId", "title"] },
);
const toolCallUpdate = fc.record(
  {
    sessionUpdate: fc.constant("tool_call_update"),
    toolCallId: id,
    title: maybe(fc.string()),
    ...callFields,
  },
  { requiredKeys: ["sessionUpdate", "toolCallId"] },
);
// `_meta` is omitted, because it belongs to the individual chunk in version 2.
const chunk = fc.record(
  {
    sessionUpdate: fc.constantFrom(
      "user_message_chunk",
      "agent_message_chunk",
      "agent_thought_chunk",
    ),
    content: fc.oneof(
      line.map(text),
      fc.constant({ type: "image", data: "", mimeType: "image/png" }),
    ),
    messageId: maybe(id),
  },
  { requiredKeys: ["sessionUpdate", "content"] },
);
const entry = fc.record({
  content: fc.string(),
  priority: fc.constantFrom("high", "low"),
  status: fc.constantFrom("pending", "in_progress", "completed"),
});
const plan = fc.record(
  {
    sessionUpdate: fc.constant("plan"),
    entries: fc.array(entry),
    mine: fc.jsonValue(),
    _meta: meta,
  },
  { requiredKeys: ["sessionUpdate", "entries"] },
);
const info = fc.record(
  {
    sessionUpdate: fc.constant("session_info_update"),
    title: maybe(fc.string()),
    updatedAt: maybe(fc.constant("2026-01-01T00:00:00Z")),
    _meta: maybe(meta),
  },
  { requiredKeys: ["sessionUpdate"] },
);
const command = fc.record(
  { name: fc.string(), description: fc.string(), input: maybe(fc.record({ hint: fc.string() })) },
  { requiredKeys: ["name", "description"] },
);
const commands = fc.record({
  sessionUpdate: fc.constant("available_commands_update"),
  availableCommands: fc.array(command),
});

const block = fc.oneof(
  line.map(text),
  fc.record(
    {
      type: fc.constant("resource_link"),
      uri: fc.string(),
      name: fc.string(),
      size: maybe(fc.nat()),
      annotations: maybe(
        fc.record({ priority: maybe(fc.double({ min: 0, max: 1, noNaN: true })) }),
      ),
      icons: fc.constantFrom(null, [], [{ src: "a" }]),
    },
    { requiredKeys: ["type", "uri", "name"] },
  ),
);
const amount = fc.nat();
const usage = fc.record(
  {
    sessionUpdate: fc.constant("usage_update"),
    used: amount,
    size: amount,
    cost: maybe(fc.record({ amount: fc.nat(), currency: fc.constant("USD") })),
    mine: fc.jsonValue(),
    _meta: maybe(meta),
  },
  { requiredKeys: ["sessionUpdate", "used", "size"] },
);
const choice = fc.record({ value: id, name: fc.string() });
const choices = fc.oneof(
  fc.array(choice, { minLength: 1, maxLength: 2 }),
  fc.array(
    fc.record({
      group: id,
      name: fc.string(),
      options: fc.array(choice, { minLength: 1, maxLength: 2 }),
    }),
    { minLength: 1, maxLength: 2 },
  ),
);
const settings = fc.record({
  sessionUpdate: fc.constant("config_option_update"),
  configOptions: fc.array(
    fc.oneof(
      fc.record({
        id,
        name: fc.string(),
        type: fc.constant("select"),
        currentValue: id,
        options: choices,
      }),
      fc.record({
        id,
        name: fc.string(),
        type: fc.constant("boolean"),
        currentValue: fc.boolean(),
      }),
    ),
    { maxLength: 3 },
  ),
});
const planUpdate = fc.record({
  sessionUpdate: fc.constant("plan_update"),
  plan: fc.oneof(
    fc.record({ type: fc.constant("items"), planId: id, entries: fc.array(entry) }),
    fc.record({ type: fc.constant("markdown"), planId: id, content: fc.string() }),
    fc.record({ type: fc.constant("_mine"), planId: id, _meta: maybe(meta) }),
  ),
});
const planRemoved = fc.record({ sessionUpdate: fc.constant("plan_removed"), planId: id });
const notice = fc.record({
  sessionUpdate: fc.constant("notice"),
  severity: fc.constantFrom("info", "_mine"),
  title: fc.string({ minLength: 1 }),
});
const compaction = fc.record(
  {
    sessionUpdate: fc.constant("compaction_update"),
    compactionId: id,
    status: fc.constantFrom("in_progress", "completed"),
    summary: maybe(fc.array(block, { maxLength: 2 })),
    error: maybe(fc.string()),
    mine: fc.jsonValue(),
    _meta: maybe(meta),
  },
  { requiredKeys: ["sessionUpdate", "compactionId", "status"] },
);
const summary = fc.record({
  sessionUpdate: fc.constant("compaction_summary_chunk"),
  compactionId: id,
  content: block,
});
const subagent = fc.record(
  {
    sessionUpdate: fc.constant("subagent_update"),
    sessionId: fc.constantFrom("child", "__proto__"),
    title: maybe(fc.string()),
    state: maybe(fc.record({ state: fc.constantFrom("running", "idle") })),
    _meta: maybe(meta),
  },
  { requiredKeys: ["sessionUpdate", "sessionId"] },
);
const sessionMessage = fc.record(
  {
    sessionUpdate: fc.constant("session_message"),
    messageId: id,
    senderSessionId: maybe(fc.string()),
    content: maybe(fc.array(block, { maxLength: 2 })),
  },
  { requiredKeys: ["sessionUpdate", "messageId"] },
);
const sessionMessageChunk = fc.record({
  sessionUpdate: fc.constant("session_message_chunk"),
  messageId: id,
  content: block,
});

/** Random version 1 updates. */
export const v1Update: fc.Arbitrary<Update> = fc.oneof(
  { arbitrary: chunk, weight: 3 },
  toolCall,
  { arbitrary: toolCallUpdate, weight: 2 },
  plan,
  info,
  commands,
  usage,
  settings,
  planUpdate,
  planRemoved,
  notice,
  compaction,
  summary,
  subagent,
  sessionMessage,
  sessionMessageChunk,
);
