import { expect, it } from "vitest";
import { splitCommandLine } from "../../server/commandLine.js";

it.each([
  ["gemini --acp", "gemini", ["--acp"]],
  [`node "my agents/a.mjs" --name 'two words'`, "node", ["my agents/a.mjs", "--name", "two words"]],
  [`"C:\\Program Files\\agent.cmd" --acp`, "C:\\Program Files\\agent.cmd", ["--acp"]],
  [`agent --flag=""`, "agent", ["--flag="]],
  [`agent "it's"`, "agent", ["it's"]],
  ["  agent   $HOME  *  ", "agent", ["$HOME", "*"]],
])("splits the command line %s", (line, command, args) => {
  expect(splitCommandLine(line)).toEqual({ command, args });
});

it("rejects an unclosed quote and an empty command", () => {
  expect(() => splitCommandLine(`node "my agent.mjs`)).toThrow(/the quote " is not closed/);
  expect(() => splitCommandLine(`""`)).toThrow(/does not name a program/);
});
