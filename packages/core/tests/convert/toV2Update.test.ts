import { createMessageIds, toV2Update } from "@acp-store/core/convert";
import { describe, expect, it } from "vitest";
import { text } from "../support/trackedStore.js";

const call = { sessionUpdate: "tool_call", toolCallId: "c1", title: "Edit" };
const callUpdate = { sessionUpdate: "tool_call_update", toolCallId: "c1" };
const chunk = { sessionUpdate: "agent_message_chunk", messageId: "m1", content: text("Hi") };
const b = { name: "b", description: "B" };
const usage = { sessionUpdate: "usage_update", used: 1, size: 2 };
const info = { sessionUpdate: "session_info_update", updatedAt: "2026-01-01T00:00:00Z" };

const compaction = { sessionUpdate: "compaction_update", compactionId: "k", status: "completed" };
const link = { type: "resource_link", uri: "u", name: "n" };
const group = { group: "h", options: [{ value: "v" }] };
const selectOption = (choices: object[]) => ({ id: "m", type: "select", options: choices });
const unsupported = (...path: (string | number)[]) => ({ path, reason: "unsupported" });
const lostOption = (...path: (string | number)[]) => unsupported("configOptions", ...path);

type Row = [name: string, v1: object, v2: object, lost?: object[]];

describe("a version 1 update", () => {
  it.each<Row>([
    ["tool_call becomes an upsert", call, { ...callUpdate, title: "Edit" }],
    [
      "null fields of a tool call are omitted",
      { ...callUpdate, ...nullFields(), _meta: null },
      callUpdate,
    ],
    ["an unknown field is kept", { ...call, x: null }, { ...callUpdate, title: "Edit", x: null }],
    [
      "a null key of _meta is dropped",
      { ...callUpdate, _meta: { a: null, b: { c: null } } },
      { ...callUpdate, _meta: { b: { c: null } } },
      [{ path: ["_meta", "a"], reason: "unsupported" }],
    ],
    [
      "terminal output in _meta cannot be converted",
      { ...callUpdate, _meta: { terminal_output: { terminal_id: "t1", data: "$" } } },
      { ...callUpdate, _meta: { terminal_output: { terminal_id: "t1", data: "$" } } },
      [{ path: ["_meta", "terminal_output"], reason: "unsupported" }],
    ],
    [
      "line 0 is dropped",
      {
        ...callUpdate,
        locations: [
          { path: "/a", line: 0 },
          { path: "/b", line: 7 },
        ],
      },
      { ...callUpdate, locations: [{ path: "/a" }, { path: "/b", line: 7 }] },
      [{ path: ["locations", 0, "line"], reason: "unsupported" }],
    ],
    [
      "a diff of an unchanged empty file is approximated",
      { ...callUpdate, content: [{ type: "diff", path: "/a", oldText: "", newText: "" }] },
      {
        ...callUpdate,
        content: [
          {
            type: "diff",
            changes: [{ operation: "modify", path: "/a", fileType: "text" }],
            patch: { format: "git_patch", text: "diff --git /a /a\n" },
          },
        ],
      },
      [{ path: ["content", 0], reason: "approximated" }],
    ],
    [
      "plan becomes the plan main",
      { sessionUpdate: "plan", entries: [], _meta: { a: 1 } },
      {
        sessionUpdate: "plan_update",
        plan: { type: "items", planId: "main", entries: [], _meta: { a: 1 } },
      },
    ],
    ["a chunk with an id is kept", { ...chunk, _meta: null }, chunk],
    [
      "a chunk without an id gets a generated id",
      { ...chunk, messageId: null },
      { ...chunk, messageId: "v1-message-0" },
      [{ path: ["messageId"], reason: "made_up" }],
    ],
    [
      "commands and their input get a type",
      commands({ name: "a", description: "A", input: { hint: "h" } }, { ...b, input: null }),
      commands(
        { type: "command", name: "a", description: "A", input: { type: "text", hint: "h" } },
        { type: "command", ...b },
      ),
    ],
    [
      "the id fields of config options and groups are renamed",
      options({ id: "m", type: "select", options: [{ group: "g", options: [{ value: "v" }] }] }),
      options({
        configId: "m",
        type: "select",
        options: [{ groupId: "g", options: [{ value: "v" }] }],
      }),
    ],
    [
      "a mode is kept and reported as unsupported",
      { sessionUpdate: "current_mode_update", currentModeId: "code" },
      { sessionUpdate: "current_mode_update", currentModeId: "code" },
      [{ path: ["currentModeId"], reason: "unsupported" }],
    ],
    ["a null cost stays null", { ...usage, cost: null }, { ...usage, cost: null }],
    ["an absent cost becomes null", usage, { ...usage, cost: null }],
    [
      "a config option without choices is dropped",
      options(selectOption([])),
      options(),
      [lostOption(0)],
    ],
    [
      "a group without choices is dropped",
      options(
        selectOption([{ group: "g", options: [] }, group]),
        selectOption([{ group: "g", options: [] }]),
      ),
      options({
        ...selectOption([{ groupId: "h", options: [{ value: "v" }] }]),
        id: undefined,
        configId: "m",
      }),
      [lostOption(0, "options", 0), lostOption(1, "options", 0), lostOption(1)],
    ],
    [
      "a priority outside of 0 to 1 is dropped",
      { ...chunk, content: { ...text("a"), annotations: { priority: 5, audience: ["user"] } } },
      { ...chunk, content: { ...text("a"), annotations: { audience: ["user"] } } },
      [unsupported("content", "annotations", "priority")],
    ],
    [
      "a negative size and icons without a source are dropped",
      { ...callUpdate, content: [{ type: "content", content: { ...link, size: -1, icons: [1] } }] },
      { ...callUpdate, content: [{ type: "content", content: link }] },
      [unsupported("content", 0, "content", "size"), unsupported("content", 0, "content", "icons")],
    ],
    [
      "invalid values in summary blocks are dropped",
      { ...compaction, summary: [link, { ...link, size: -1 }] },
      { ...compaction, summary: [link, link] },
      [unsupported("summary", 1, "size")],
    ],
    [
      "extra diff fields called changes and patch are dropped",
      { ...callUpdate, content: [{ type: "diff", path: "/a", newText: "", changes: 1, patch: 2 }] },
      {
        ...callUpdate,
        content: [
          {
            type: "diff",
            changes: [{ operation: "add", path: "/a", fileType: "text" }],
            patch: { format: "git_patch", text: "diff --git /a /a\nnew file mode 100644\n" },
          },
        ],
      },
      [unsupported("content", 0, "changes"), unsupported("content", 0, "patch")],
    ],
    [
      "capabilities that are not an object are dropped",
      { ...callUpdate, capabilities: "all" },
      callUpdate,
      [unsupported("capabilities")],
    ],
    [
      "capabilities with a value that is not an object are dropped",
      { ...callUpdate, capabilities: { cancel: true } },
      callUpdate,
      [unsupported("capabilities")],
    ],
    [
      "valid capabilities are kept",
      { ...callUpdate, capabilities: { cancel: {} } },
      { ...callUpdate, capabilities: { cancel: {} } },
    ],
    ["null clears the title in both versions", { ...info, title: null }, { ...info, title: null }],
  ])("converts an update: %s", (_name, v1, v2, lost = []) => {
    expect(toV2Update(v1)).toEqual({ update: v2, lost });
  });

  it("returns an update unchanged if its kind is unknown or the same in both versions", () => {
    for (const sessionUpdate of [
      "notice",
      "compaction_update",
      "plan_removed",
      "_mine",
      "toString",
    ]) {
      const update = { sessionUpdate, _meta: null };
      expect(toV2Update(update).update).toBe(update);
    }
  });
});

describe("the diff of a file", () => {
  it.each([
    [
      "a new file",
      { path: "/a b.txt", newText: "x\ny" },
      "add",
      "diff --git /a b.txt /a b.txt\nnew file mode 100644\n--- /dev/null\n+++ /a b.txt\n@@ -0,0 +1,2 @@\n+x\n+y\n\\ No newline at end of file\n",
    ],
    [
      "a change in the middle",
      { path: "/a", oldText: "1\n2\n3\n", newText: "1\nzwei\n3\n" },
      "modify",
      "diff --git /a /a\n--- /a\n+++ /a\n@@ -1,3 +1,3 @@\n 1\n-2\n+zwei\n 3\n",
    ],
    [
      "a name with a quote",
      { path: 'C:\\"a"\u0001', oldText: null, newText: "" },
      "add",
      'diff --git "C:\\\\\\"a\\"\\001" "C:\\\\\\"a\\"\\001"\nnew file mode 100644\n',
    ],
  ])("becomes a change with a patch: %s", (_name, diff, operation, patch) => {
    const update = { ...callUpdate, content: [{ type: "diff", ...diff, _meta: { a: 1 } }] };
    const changes = [{ operation, path: diff.path, fileType: "text" }];
    const item = {
      type: "diff",
      _meta: { a: 1 },
      changes,
      patch: { format: "git_patch", text: patch },
    };
    expect(toV2Update(update)).toEqual({ update: { ...callUpdate, content: [item] }, lost: [] });
  });
});

describe("generated message ids", () => {
  const bare = (sessionUpdate: string, value = "a") => ({ sessionUpdate, content: text(value) });
  const agent = bare("agent_message_chunk");

  it.each([
    ["stay the same across a plan update", [agent, { sessionUpdate: "plan" }, agent], [1, 1]],
    ["change with the role", [agent, bare("agent_thought_chunk"), agent], [1, 1, 2]],
    ["change with a new tool call", [agent, call, agent, callUpdate, agent], [1, 2, 2]],
    ["are not consumed by empty text", [bare("agent_message_chunk", ""), call, agent], [1, 1]],
  ])("assigns message ids that %s", (_name, updates, numbers) => {
    const messageIds = createMessageIds();
    const results = updates.map((update) => toV2Update(update, { messageIds }));
    const ids = results.map(({ update }) => (update as { messageId?: string }).messageId);
    expect(ids.filter(Boolean)).toEqual(numbers.map((number) => `v1-message-${number}`));
    expect(results.flatMap(({ lost }) => lost)).toEqual([]);
  });

  it("assigns a new id when the caller ends the message", () => {
    const messageIds = createMessageIds();
    toV2Update(agent, { messageIds });
    messageIds.endMessage();
    expect(toV2Update(agent, { messageIds }).update).toEqual({
      ...agent,
      messageId: "v1-message-2",
    });
  });

  it("avoids the agent's own ids", () => {
    const messageIds = createMessageIds();
    toV2Update({ ...agent, messageId: "v1-message-1" }, { messageIds });
    messageIds.endMessage();
    expect(toV2Update(agent, { messageIds }).update).toEqual({
      ...agent,
      messageId: "v1-message-2",
    });
  });

  it("continues the agent's own message", () => {
    const messageIds = createMessageIds();
    toV2Update(chunk, { messageIds });
    expect(toV2Update(agent, { messageIds }).update).toEqual({ ...agent, messageId: "m1" });
  });

  it("continues the agent's own message after a tool call", () => {
    const messageIds = createMessageIds();
    for (const update of [chunk, call, chunk]) toV2Update(update, { messageIds });
    expect(toV2Update(agent, { messageIds }).update).toEqual({ ...agent, messageId: "m1" });
  });

  it("starts a new message after an id of an earlier turn", () => {
    const messageIds = createMessageIds();
    toV2Update(chunk, { messageIds });
    messageIds.endMessage();
    toV2Update(chunk, { messageIds });
    expect(toV2Update(agent, { messageIds }).update).toMatchObject({ messageId: "v1-message-1" });
  });
});

function nullFields(): object {
  const fields = [
    "title",
    "name",
    "kind",
    "status",
    "content",
    "locations",
    "rawInput",
    "rawOutput",
  ];
  return Object.fromEntries(fields.map((field) => [field, null]));
}

function commands(...availableCommands: object[]): object {
  return { sessionUpdate: "available_commands_update", availableCommands };
}

function options(...configOptions: object[]): object {
  return { sessionUpdate: "config_option_update", configOptions };
}
