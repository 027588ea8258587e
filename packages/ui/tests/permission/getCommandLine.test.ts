import { getCommandLine } from "@acp-store/ui";
import { expect, it } from "vitest";

it("joins a command and its arguments", () => {
  expect(getCommandLine({ command: "ls" })).toBe("ls");
  expect(getCommandLine({ command: "ls", args: ["-l", "a b"] })).toBe("ls -l a b");
  expect(getCommandLine({ command: ["ls"] })).toBeUndefined();
});

it("shows arguments that are not strings", () => {
  let deep: unknown = "rm";
  for (let depth = 0; depth < 50_000; depth += 1) deep = [deep];
  expect(getCommandLine({ command: "a", args: [1, null, { toString: 1 }] })).toBe(
    'a 1 null {\n  "toString": 1\n}',
  );
  expect(getCommandLine({ command: "a", args: [deep] })).toContain('"rm"');
});
