import { getCommandLine } from "@acp-store/core";
import { expect, it } from "vitest";

it("joins a command and its arguments", () => {
  expect(getCommandLine({ command: "ls" })).toBe("ls");
  expect(getCommandLine({ command: "ls", args: ["-l", "a b"] })).toBe("ls -l a b");
});

it("shows arguments that are not strings", () => {
  expect(getCommandLine({ command: "a", args: [1, null, { toString: 1 }] })).toBe(
    'a 1 null {"toString":1}',
  );
});

it("returns undefined for an input without a command line", () => {
  for (const input of [undefined, null, "ls", [], {}, { command: ["ls"] }])
    expect(getCommandLine(input)).toBeUndefined();
});
