import { expect, it } from "vitest";
import { parentPaths, visitFields } from "../../../src/panel/compare/fieldPaths.js";
import { normalizeText, normalizeValue } from "../../../src/panel/compare/normalize.js";

function pathsIn(value: unknown): string[] {
  const paths = new Set<string>();
  visitFields(value, (path) => paths.add(path));
  return [...paths];
}

it("lists the fields of a message, with one path for all items of a list", () => {
  expect(pathsIn({ content: [{ type: "text" }, { type: "diff", path: "a" }] })).toEqual([
    "content",
    "content[]",
    "content[].type",
    "content[].path",
  ]);
});

it("lists no fields inside the input and the output of a tool", () => {
  expect(pathsIn({ rawInput: { command: "ls" }, rawOutput: { code: 0 } })).toEqual([
    "rawInput",
    "rawOutput",
  ]);
});

it("lists two levels of extension data", () => {
  expect(pathsIn({ _meta: { agent: { tool: { name: "x" } } } })).toEqual([
    "_meta",
    "_meta.agent",
    "_meta.agent.tool",
  ]);
});

it("returns the fields that contain a field", () => {
  expect(parentPaths("a.b[].c")).toEqual(["a.b[]", "a.b", "a"]);
  expect(parentPaths("a")).toEqual([]);
});

it.each([
  ["Read 7c64449f-e962-469b-a5c4-dfda8c85922f", "Read <id>"],
  ["call_sX2syoiLwQEsRgJxDwn2zjDF", "<id>"],
  ["commit 60e715b1a2c3d4e5f6", "commit <id>"],
  ["at 1763600000000", "at <id>"],
  ["cat /tmp/run-1/out.txt", "cat <temp>/out.txt"],
  ["cat /private/var/folders/x1/y2/T/out.txt", "cat <temp>/out.txt"],
  ["type C:\\Users\\Ann\\AppData\\Local\\Temp\\x1\\out.txt", "type <temp>/out.txt"],
  ["cat /repo/src/a.ts /repos", "cat src/a.ts /repos"],
  ["echo  a\n b", "echo a b"],
  ["grep deadbeef 12345", "grep deadbeef 12345"],
])("normalizes %j", (text, expected) => {
  expect(normalizeText(text, "/repo")).toBe(expected);
});

it("normalizes the texts of a value and sorts its keys", () => {
  expect(normalizeValue({ path: "/repo/a", cwd: { b: 1, a: 2 } }, "/repo")).toBe(
    '{"cwd":{"a":2,"b":1},"path":"a"}',
  );
});
