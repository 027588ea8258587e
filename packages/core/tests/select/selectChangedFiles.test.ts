import { selectChangedFiles } from "@acp-store/core";
import { describe, expect, it } from "vitest";
import { recordedFrames } from "../support/recordings.js";
import { text, trackedStore, type TrackedStore, permissionId } from "../support/trackedStore.js";

const diff = (path: string, oldText: string | null, newText: string) => ({
  type: "diff",
  path,
  oldText,
  newText,
});

function edit(store: TrackedStore, toolCallId: string, items: object[], status = "completed") {
  store.update({ sessionUpdate: "tool_call_update", toolCallId, status, content: items });
}

/** Formats each file the way a change list shows it: `modify /a +1 -2 (call)`. */
const shown = (store: TrackedStore) =>
  selectChangedFiles(store.getState(), "s1").map(
    ({ path, operation, oldPath, added, removed, toolCallIds }) =>
      `${operation} ${oldPath ? `${oldPath} > ` : ""}${path} +${added} -${removed} (${toolCallIds.join(" ")})`,
  );

describe("the changed files", () => {
  it("returns an empty list when nothing was changed", () => {
    const store = trackedStore();
    const none = selectChangedFiles(store.getState(), "s1");
    edit(store, "a", [{ type: "content", content: text("hi") }]);
    expect(selectChangedFiles(store.getState(), "s1")).toBe(none);
    expect(none).toEqual([]);
  });

  it("counts lines and lists files in first-seen order", () => {
    const store = trackedStore();
    edit(store, "a", [diff("/b", "1\n2\n3\n", "1\ntwo\n3\n4\n")]);
    edit(store, "b", [diff("/a", null, "x\ny\n"), diff("/b", "9", "9")]);
    edit(store, "c", [diff("/empty", "", "")]);
    expect(shown(store)).toEqual([
      "modify /b +2 -1 (a b)",
      "add /a +2 -0 (b)",
      "add /empty +0 -0 (c)",
    ]);
  });

  it("ignores a missing newline at the end of an excerpt", () => {
    const store = trackedStore();
    edit(store, "a", [diff("/a", "1", "1\n2")]);
    edit(store, "b", [diff("/b", "1\n", "1")]);
    expect(shown(store)).toEqual(["modify /a +1 -0 (a)", "modify /b +0 -0 (b)"]);
  });

  it("includes only completed calls", () => {
    const store = trackedStore();
    for (const status of ["pending", "in_progress", "failed", "cancelled", "_odd"])
      edit(store, status, [diff("/a", "1", "2")], status);
    expect(shown(store)).toEqual([]);
    edit(store, "pending", [diff("/a", "1", "2")]);
    expect(shown(store)).toEqual(["modify /a +1 -1 (pending)"]);
    edit(store, "pending", [diff("/a", "1", "2")], "failed");
    expect(shown(store)).toEqual([]);
  });
});

describe("edits of one file", () => {
  it("counts from the first text to the last when edits continue each other", () => {
    const store = trackedStore();
    edit(store, "a", [diff("/a", "1\n2\n", "1\ntwo\n")]);
    edit(store, "b", [diff("/a", "1\ntwo\n", "1\nTWO\n3\n")]);
    expect(shown(store)).toEqual(["modify /a +2 -1 (a b)"]);
    edit(store, "c", [diff("/a", "1\nTWO\n3\n", "1\n2\n")]);
    expect(shown(store)).toEqual(["modify /a +0 -0 (a b c)"]);
  });

  it("adds the counts of separate excerpts of one file", () => {
    const store = trackedStore();
    edit(store, "a", [diff("/a", "'1.0.0'", "'1.0.1'"), diff("/a", "Helo", "Hello")]);
    edit(store, "b", [diff("/a", "'1.0.1'", "'1.0.2'")]);
    expect(shown(store)).toEqual(["modify /a +2 -2 (a b)"]);
  });

  it("never chains the diffs of one call", () => {
    const store = trackedStore();
    edit(store, "swap", [diff("/a", "x", "y"), diff("/a", "y", "x")]);
    expect(shown(store)).toEqual(["modify /a +2 -2 (swap)"]);
  });

  it("keeps a new file new and counts its last text", () => {
    const store = trackedStore();
    edit(store, "a", [diff("/a", null, "1\n2\n3\n")]);
    edit(store, "b", [diff("/a", "1\n2\n3\n", "1\n2\n")]);
    expect(shown(store)).toEqual(["add /a +2 -0 (a b)"]);
    edit(store, "c", [diff("/a", null, "new\n")]);
    expect(shown(store)).toEqual(["add /a +1 -0 (a b c)"]);
  });

  it("counts large texts without moved lines", () => {
    const store = trackedStore();
    const lines = (prefix: string) => Array.from({ length: 2_000 }, (_, line) => prefix + line);
    const [before, after] = [lines("a"), lines("b")];
    edit(store, "a", [diff("/a", [...before, "same"].join("\n"), ["same", ...after].join("\n"))]);
    edit(store, "b", [diff("/new", null, after.join("\n"))]);
    edit(store, "c", [diff("/emptied", `${before.join("\n")}\n`, "")]);
    expect(shown(store)).toEqual([
      "modify /a +2000 -2000 (a)",
      "add /new +2000 -0 (b)",
      "modify /emptied +0 -2000 (c)",
    ]);
  });
});

describe("version 2 diffs", () => {
  const patched = (changes: object[], patch?: string) => ({
    type: "diff",
    changes,
    ...(patch === undefined ? {} : { patch: { format: "git_patch", text: patch } }),
  });
  const section = (old: string, now: string, body: string) =>
    `diff --git ${old} ${now}\n--- ${old}\n+++ ${now}\n${body}`;
  const store2 = () => trackedStore({ protocolVersion: 2 });

  it("counts the lines of the patch for each file", () => {
    const store = store2();
    const patch =
      section("/a", "/a", "@@ -1,2 +1,2 @@\n-1\n+one\n 2\n") +
      section("/dev/null", "/new", "@@ -0,0 +1,2 @@\n+x\n+y\n") +
      section("/gone", "/dev/null", "@@ -1 +0,0 @@\n-z\n");
    const changes = [
      { operation: "delete", path: "/gone" },
      { operation: "modify", path: "/a" },
      { operation: "add", path: "/new" },
      { operation: "_touch", path: "/t" },
    ];
    edit(store, "c", [patched(changes, patch)]);
    expect(shown(store)).toEqual([
      "delete /gone +0 -1 (c)",
      "modify /a +1 -1 (c)",
      "add /new +2 -0 (c)",
      "_touch /t +0 -0 (c)",
    ]);
  });

  it("follows a file that moves", () => {
    const store = store2();
    const patch = "diff --git /a /b\nsimilarity index 100%\nrename from /a\nrename to /b\n";
    const change = section("/a", "/a", "@@ -1 +1,2 @@\n 1\n+2\n");
    edit(store, "1", [patched([{ operation: "modify", path: "/a" }], change)]);
    edit(store, "2", [patched([{ operation: "add", path: "/z" }])]);
    edit(store, "3", [patched([{ operation: "move", oldPath: "/a", path: "/b" }], patch)]);
    expect(shown(store)).toEqual(["move /a > /b +1 -0 (1 3)", "add /z +0 -0 (2)"]);
    edit(store, "4", [patched([{ operation: "move", oldPath: "/b", path: "/c" }])]);
    edit(store, "5", [patched([{ operation: "move", oldPath: "/z", path: "/y" }])]);
    edit(store, "6", [patched([{ operation: "copy", oldPath: "/c", path: "/d" }])]);
    expect(shown(store)).toEqual([
      "move /a > /c +1 -0 (1 3 4)",
      "add /y +0 -0 (2 5)",
      "copy /c > /d +0 -0 (6)",
    ]);
    edit(store, "7", [patched([{ operation: "move", oldPath: "/c", path: "/a" }])]);
    expect(shown(store)[0]).toBe("modify /a +1 -0 (1 3 4 7)");
  });

  it("counts the lines of a move with changes", () => {
    const store = store2();
    const patch =
      "diff --git /a /b\nsimilarity index 50%\nrename from /a\nrename to /b\n--- /a\n+++ /b\n@@ -1 +1 @@\n-1\n+2\n";
    edit(store, "1", [patched([{ operation: "move", oldPath: "/a", path: "/b" }], patch)]);
    expect(shown(store)).toEqual(["move /a > /b +1 -1 (1)"]);
  });

  it("combines the operations on a file", () => {
    const store = store2();
    const done = (id: string, operation: string, path: string) =>
      edit(store, id, [patched([{ operation, path }])]);
    done("1", "add", "/new");
    done("2", "modify", "/new");
    done("3", "delete", "/back");
    done("4", "add", "/back");
    done("5", "add", "/gone");
    done("6", "delete", "/gone");
    expect(shown(store).map((line) => line.split(" +")[0])).toEqual([
      "add /new",
      "modify /back",
      "delete /gone",
    ]);
  });

  it.each(["no patch at all", "--- /a\n@@ -1 +1 @@\n+1", "@@ -1,9 +1 @@\n-1\n+2\n", ""])(
    "counts no lines for an unreadable patch: %j",
    (patch) => {
      const store = store2();
      edit(store, "1", [patched([{ operation: "modify", path: "/a" }], patch)]);
      expect(shown(store)).toEqual(["modify /a +0 -0 (1)"]);
    },
  );
});

it("reads a text diff with unexpected extra fields", () => {
  const store = trackedStore();
  for (const [index, changes] of [5, [null], [{ path: "/b" }]].entries())
    edit(store, `c${index}`, [{ ...diff(`/a${index}`, "1", "2"), changes, patch: 7 }]);
  const files = shown(store).map((line) => line.split(" (")[0]);
  expect(files).toEqual(["modify /a0 +1 -1", "modify /a1 +1 -1", "modify /a2 +1 -1"]);
});

describe("references", () => {
  it("keeps references until a file changes", () => {
    const store = trackedStore();
    edit(store, "a", [diff("/a", "1", "2")]);
    edit(store, "b", [diff("/b", "1", "2")]);
    const before = selectChangedFiles(store.getState(), "s1");
    store.update({ sessionUpdate: "agent_message_chunk", content: text("hi") });
    edit(store, "c", [diff("/c", "1", "2")], "pending");
    edit(store, "a", [diff("/a", "1", "2")]);
    expect(selectChangedFiles(store.getState(), "s1")).toBe(before);
    edit(store, "c", [diff("/b", "2", "3")]);
    const after = selectChangedFiles(store.getState(), "s1");
    expect(after).not.toBe(before);
    expect(after[0]).toBe(before[0]);
    expect(after[1]?.toolCallIds).toEqual(["b", "c"]);
  });

  it("compares each text only once", () => {
    const store = trackedStore();
    let reads = 0;
    edit(store, "a", [diff("/a", "1", "2")]);
    const [item] = store.getState().sessions.get("s1")?.toolCalls.get("a")?.content ?? [];
    const counted = new Proxy(item as object, {
      get: (target, key, self) => (key === "newText" && reads++, Reflect.get(target, key, self)),
    });
    const content = [counted];
    const state = (title: string) => {
      const session = store.getState().sessions.get("s1") as never as {
        toolCalls: Map<string, object>;
      };
      const call = { ...session.toolCalls.get("a"), title, content };
      return { sessions: new Map([["s1", { ...session, toolCalls: new Map([["a", call]]) }]]) };
    };
    const first = selectChangedFiles(state("1") as never, "s1");
    const before = reads;
    expect(selectChangedFiles(state("2") as never, "s1")).toBe(first);
    expect(reads).toBe(before);
  });

  it("reads only the new edit when many calls have edited one file", () => {
    const store = trackedStore();
    let reads = 0;
    const counted = (index: number) => ({
      type: "diff",
      path: "/a",
      oldText: `${index}`,
      get newText() {
        reads++;
        return `${index} edited`;
      },
    });
    const calls = Array.from({ length: 100 }, (_, index) => ({
      toolCallId: `c${index}`,
      status: "completed",
      content: [counted(index)],
    }));
    store.openSession({ sessionId: "s1" });
    const rest = store.getState().sessions.get("s1");
    const select = (count: number) =>
      selectChangedFiles(
        {
          sessions: new Map([
            [
              "s1",
              { ...rest, toolCalls: new Map(calls.slice(0, count).map((c) => [c.toolCallId, c])) },
            ],
          ]),
        } as never,
        "s1",
      );
    select(99);
    const before = reads;
    expect(select(100)).toMatchObject([{ path: "/a", added: 100, removed: 100 }]);
    expect(reads - before).toBeLessThan(5);
  });
});

it("includes a new file that the agent shows only in its permission request", () => {
  const store = trackedStore();
  const content = [diff("/new", "", "1\n2\n")];
  const options = [
    { optionId: "yes", name: "Yes", kind: "allow_once" as const },
    { optionId: "no", name: "No", kind: "reject_once" as const },
  ];
  for (const [toolCallId, answer] of [
    ["a", "yes"],
    ["b", "no"],
  ] as const) {
    const toolCall = { toolCallId, content } as never;
    void store.requestPermission({ sessionId: "s1", toolCall, options }, { requestId: toolCallId });
    store.respondToPermission(permissionId(store, toolCallId), answer);
    edit(store, toolCallId, [{ type: "content", content: text("Wrote file") }]);
  }
  expect(shown(store)).toEqual(["add /new +2 -0 (a)"]);
});

it("leaves out the edits that users rejected", () => {
  for (const name of ["claudezed-reject", "opencode-cancelperm", "gemini-cancelperm"] as const) {
    const store = trackedStore();
    for (const frame of recordedFrames(name)) store.observe(frame);
    for (const sessionId of store.getState().sessions.keys())
      expect(selectChangedFiles(store.getState(), sessionId)).toEqual([]);
  }
});

it.each(["gemini-parallel", "opencode-parallel"] as const)("reads %s", (name) => {
  const store = trackedStore();
  for (const frame of recordedFrames(name)) store.observe(frame);
  const [sessionId = ""] = store.getState().sessions.keys();
  expect(selectChangedFiles(store.getState(), sessionId)).toMatchObject([
    { path: "/workspace/src/greet.js", operation: "modify", added: 1, removed: 1 },
  ]);
});
