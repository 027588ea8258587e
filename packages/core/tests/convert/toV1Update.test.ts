import { toV1Update, toV2Update } from "@acp-store/core/convert";
import { describe, expect, it } from "vitest";
import { text } from "../support/trackedStore.js";

const call = { sessionUpdate: "tool_call_update", toolCallId: "c1" };
const chunk = { sessionUpdate: "agent_message_chunk", messageId: "m1", content: text("Hi") };
const message = { sessionUpdate: "agent_message", messageId: "m1" };
const usage = { sessionUpdate: "usage_update", used: 1, size: 2 };
const image = { type: "image", data: "", mimeType: "image/png" };
const main = { type: "items", planId: "main", entries: [] };

const lossOf =
  (reason: string) =>
  (...path: (string | number)[]) => ({ path, reason });
const unsupported = lossOf("unsupported");
const cleared = lossOf("cannot_clear");
const approximated = lossOf("approximated");

type Row = [name: string, v2: object, v1: object | undefined, lost?: object[]];

describe("a version 2 update", () => {
  it.each<Row>([
    ["tool call values are kept", { ...call, title: "T", x: 1 }, { ...call, title: "T", x: 1 }],
    [
      "cleared lists become empty",
      { ...call, content: null, locations: null },
      { ...call, content: [], locations: [] },
    ],
    [
      "a cleared kind and status become the defaults",
      { ...call, kind: null, status: null },
      { ...call, kind: "other", status: "pending" },
    ],
    [
      "other cleared fields cannot be represented",
      { ...call, title: null, name: null, rawInput: null, rawOutput: null, capabilities: null },
      call,
      [
        unsupported("capabilities"),
        ...["title", "name", "rawInput", "rawOutput"].map((field) => cleared(field)),
      ],
    ],
    ["_meta cannot be cleared", { ...call, _meta: null }, call, [cleared("_meta")]],
    [
      "a key of _meta cannot be removed",
      { ...call, _meta: { a: null, b: 1 } },
      { ...call, _meta: { b: 1 } },
      [cleared("_meta", "a")],
    ],
    [
      "the status cancelled becomes failed",
      { ...call, status: "cancelled" },
      { ...call, status: "failed" },
      [approximated("status")],
    ],
    [
      "a content chunk cannot be represented",
      { ...call, sessionUpdate: "tool_call_content_chunk", content: { type: "content" } },
      call,
      [unsupported("content")],
    ],
    [
      "a plan with items becomes the plan",
      planUpdate(main),
      { sessionUpdate: "plan", entries: [] },
    ],
    [
      "a plan with another id becomes the only plan",
      planUpdate({ ...main, planId: "p2" }),
      { sessionUpdate: "plan", entries: [] },
      [approximated("plan", "planId")],
    ],
    [
      "a cancelled plan entry becomes pending",
      planUpdate({ ...main, entries: [{ content: "a", priority: "low", status: "cancelled" }] }),
      { sessionUpdate: "plan", entries: [{ content: "a", priority: "low", status: "pending" }] },
      [approximated("plan", "entries", 0, "status")],
    ],
    [
      "a Markdown plan cannot be represented",
      planUpdate({ type: "markdown", planId: "main", content: "# Plan" }),
      undefined,
      [unsupported("plan")],
    ],
    [
      "a removed plan becomes empty",
      { sessionUpdate: "plan_removed", planId: "main" },
      { sessionUpdate: "plan", entries: [] },
      [approximated("planId")],
    ],
    ["a chunk is kept", chunk, chunk],
    [
      "the text of a complete message becomes one chunk",
      { ...message, content: [text("H"), text("i")] },
      chunk,
      [approximated("content")],
    ],
    [
      "only the first block of mixed content is kept",
      { ...message, content: [image, text("Hi")] },
      { ...chunk, content: image },
      [approximated("content"), unsupported("content", 1)],
    ],
    ["a message cannot be cleared", { ...message, content: null }, undefined, [cleared("content")]],
    ["a message without content cannot be represented", message, undefined, [unsupported()]],
    [
      "a state update cannot be represented",
      { sessionUpdate: "state_update", state: "idle" },
      undefined,
      [unsupported()],
    ],
    [
      "a terminal update cannot be represented",
      { sessionUpdate: "terminal_update" },
      undefined,
      [unsupported()],
    ],
    [
      "the type of a command is removed",
      commands({ type: "command", name: "a", input: { type: "text", hint: "h" } }),
      commands({ name: "a", input: { hint: "h" } }),
    ],
    [
      "an unknown command type is kept",
      commands({ type: "_x", name: "a", input: { type: "_form" } }),
      commands({ type: "_x", name: "a", input: { type: "_form" } }),
    ],
    [
      "the id fields of config options and groups are renamed",
      options({ configId: "m", options: [{ groupId: "g", options: [] }] }),
      options({ id: "m", options: [{ group: "g", options: [] }] }),
    ],
    ["a null cost is omitted", { ...usage, cost: null }, usage],
    ["an omitted cost cannot be represented", usage, usage, [unsupported("cost")]],
  ])("converts an update: %s", (_name, v2, v1, lost = []) => {
    expect(toV1Update(v2)).toEqual({ update: v1, lost });
  });
});

describe("file changes", () => {
  const patch = {
    format: "git_patch",
    text: [
      "diff --git /a /a",
      "--- /a",
      "+++ /a",
      "@@ -1,2 +1,2 @@",
      " one",
      "--- two",
      "+++ zwei",
      "@@ -9 +9,0 @@ in f()",
      "-nine",
      "\\ No newline at end of file",
      "diff --git /old /new",
      "rename from /old",
      "rename to /new",
      "diff --git /gone /gone",
      "deleted file mode 100644",
      "--- /gone",
      "+++ /dev/null",
      "@@ -1 +0,0 @@",
      "-bye",
      "",
    ].join("\n"),
  };
  const changes = [
    { operation: "modify", path: "/a" },
    { operation: "move", oldPath: "/old", path: "/new" },
    { operation: "delete", path: "/gone" },
  ];

  it("creates a diff for each hunk", () => {
    const content = [
      { type: "content", content: text("") },
      { type: "diff", changes, patch },
    ];
    const { update, lost } = toV1Update({ ...call, content });
    expect((update as { content: object[] }).content.slice(1)).toEqual([
      { type: "diff", path: "/a", oldText: "one\n-- two\n", newText: "one\n++ zwei\n" },
      { type: "diff", path: "/a", oldText: "nine", newText: "" },
      { type: "diff", path: "/gone", oldText: "bye\n", newText: "" },
    ]);
    expect(lost).toEqual([
      approximated("content", 1, "changes", 0),
      unsupported("content", 1, "changes", 1),
      approximated("content", 1, "changes", 2),
    ]);
  });

  /** A change of one file, with the patches of some files whose names are quoted as git quotes them. */
  const quoted = (count: number) => ({
    type: "diff",
    changes: [{ operation: "modify", path: "/ä" }],
    patch: {
      format: "git_patch",
      text: 'diff --git "/\\303\\244" "/\\303\\244"\n@@ -1 +1 @@\n-a\n+b\n'.repeat(count),
    },
  });

  it("finds a file whose name git quotes by its position", () => {
    expect(toV1Update({ ...call, content: [quoted(1)] }).update).toEqual({
      ...call,
      content: [{ type: "diff", path: "/ä", oldText: "a\n", newText: "b\n" }],
    });
  });

  it("finds no file by its position if the patch has more files than changes", () => {
    expect(toV1Update({ ...call, content: [quoted(2)] })).toEqual({
      update: { ...call, content: [] },
      lost: [unsupported("content", 0, "changes", 0)],
    });
  });

  it.each([
    ["without a patch", null],
    ["in an unknown format", { format: "_ed", text: "1d" }],
    [
      "of a binary file",
      { format: "git_patch", text: "diff --git /a /a\nBinary files /a and /a differ\n" },
    ],
  ])("reports a change %s as unsupported", (_name, unreadable) => {
    const item = { type: "diff", changes: [{ operation: "add", path: "/a" }], patch: unreadable };
    expect(toV1Update({ ...call, content: [item] })).toEqual({
      update: { ...call, content: [] },
      lost: [unsupported("content", 0, "changes", 0)],
    });
  });

  it.each([
    ["a diff with both texts", { path: "/a", oldText: "a\nb\nc", newText: "a\n\nc\n" }],
    ["a new file", { path: "/a", newText: "x\r\ny" }],
    ["an empty new file", { path: '/"', newText: "" }],
    ["a diff without changes", { path: "/a", oldText: "a\n", newText: "a\n" }],
    [
      "text that looks like a patch",
      { path: "/a", oldText: "-- a\n@@ -1 +1 @@\n", newText: "\\ x" },
    ],
  ])("restores %s", (_name, diff) => {
    const v1 = { ...call, content: [{ type: "diff", ...diff }] };
    expect(toV1Update(toV2Update(v1).update).update).toEqual(v1);
  });
});

function planUpdate(plan: object): object {
  return { sessionUpdate: "plan_update", plan };
}

function commands(...availableCommands: object[]): object {
  return { sessionUpdate: "available_commands_update", availableCommands };
}

function options(...configOptions: object[]): object {
  return { sessionUpdate: "config_option_update", configOptions };
}
