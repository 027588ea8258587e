import { selectChangedFiles } from "@acp-store/core";
import { createPatch } from "diff";
import { beforeEach, expect, it } from "vitest";
import { type TrackedStore, trackedStore } from "../support/trackedStore.js";

let store: TrackedStore;
let calls = 0;
beforeEach(() => {
  store = trackedStore();
});

/** Completes a tool call with diffs of the file `/a`. */
function edit(...items: object[]): void {
  store.update({
    sessionUpdate: "tool_call_update",
    toolCallId: `call${calls++}`,
    status: "completed",
    content: items.map((item) => ({ type: "diff", path: "/a", ...item })),
  });
}

/** Completes a tool call with a patch for the file `/a`. */
function patch(operation: string, oldText: string, newText: string, context = 3): void {
  const text = createPatch("/a", oldText, newText, "", "", { context });
  edit({ changes: [{ operation, path: "/a" }], patch: { format: "git_patch", text } });
}

const numbered = (name: string, count = 20) =>
  Array.from({ length: count }, (_, index) => `${name} ${index}\n`).join("");

const counts = () =>
  selectChangedFiles(store.getState(), "s1").map(
    ({ operation, added, removed }) => `${operation} +${added} -${removed}`,
  );

it("counts the lines of a new file once when patches rewrite it", () => {
  store = trackedStore({ protocolVersion: 2 });
  patch("add", "", numbered("one"));
  for (const [before, after] of [
    ["one", "two"],
    ["two", "three"],
    ["three", "four"],
  ] as const)
    patch("modify", numbered(before), numbered(after));
  expect(counts()).toEqual(["add +20 -0"]);
});

it("counts the lines of a new file once when excerpts of it are replaced", () => {
  edit({ oldText: null, newText: numbered("line") });
  edit({ oldText: "line 3\n", newText: "line 3.0\nline 3.5\n" });
  edit({ oldText: "3.5", newText: "3.7" });
  edit({ oldText: "line 7\nline 8\n", newText: "" }, { oldText: "line 12", newText: "12" });
  expect(counts()).toEqual(["add +19 -0"]);
});

it("applies an excerpt to the text of an earlier excerpt", () => {
  edit({ oldText: "one\ntwo\n", newText: "one\n2\nthree\n" });
  edit({ oldText: "three", newText: "3" });
  edit({ oldText: "2\n3\n", newText: "two\n" });
  expect(counts()).toEqual(["modify +0 -0"]);
});

it("includes earlier excerpts in a later text that contains them", () => {
  edit({ oldText: "b\n", newText: "B\n" });
  edit({ oldText: "d\n", newText: "D\n" });
  edit({ oldText: "a\nB\nc\nD\n", newText: "a\nb\nc\nd\ne\n" });
  expect(counts()).toEqual(["modify +1 -0"]);
});

it("counts an excerpt that occurs twice in the known text separately", () => {
  edit({ oldText: null, newText: "x\nx\n" });
  edit({ oldText: "x\n", newText: "y\n" });
  expect(counts()).toEqual(["add +3 -1"]);
});

it("applies a patch at its line when its text occurs twice", () => {
  store = trackedStore({ protocolVersion: 2 });
  patch("add", "", "x\nx\n");
  patch("modify", "x\nx\n", "x\ny\n", 0);
  patch("modify", "x\ny\n", "x\nnew\ny\n", 0);
  expect(counts()).toEqual(["add +3 -0"]);
});

it("counts a file that is written again after edits of an unknown text by its lines", () => {
  edit({ oldText: "one\n", newText: "1\n" });
  edit({ oldText: null, newText: numbered("line") });
  edit({ oldText: null, newText: numbered("line", 10) });
  expect(counts()).toEqual(["modify +10 -0"]);
});

it("counts the known lines of a deleted file, and the net lines when it is added again", () => {
  store = trackedStore({ protocolVersion: 2 });
  patch("modify", "one\ntwo\n", "one\ntwo\nthree\n");
  patch("delete", "one\ntwo\nthree\n", "");
  expect(counts()).toEqual(["delete +0 -2"]);
  patch("add", "", "one\n2\n");
  expect(counts()).toEqual(["modify +1 -1"]);
});

it("adds up the counts of a deleted new file to nothing", () => {
  store = trackedStore({ protocolVersion: 2 });
  patch("add", "", numbered("line"));
  edit({ changes: [{ operation: "delete", path: "/a" }] });
  expect(counts()).toEqual(["delete +0 -0"]);
});

it("keeps the counts of more excerpts than it keeps the texts of", () => {
  for (let index = 0; index < 150; index++) edit({ oldText: `<${index}>`, newText: `[${index}]` });
  edit({ oldText: "[149]", newText: "[149]\nnew" });
  expect(counts()).toEqual(["modify +151 -150"]);
});
