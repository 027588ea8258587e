import { expect, it } from "vitest";
import { fixture, start } from "./support/program.js";

it("ends the turn of an agent that dies, and starts it again", async () => {
  const { type, sees, exitCode } = start(["--agent", fixture("dyingAgent.mjs")]);
  await sees("protocol version 1.");
  type("Dig");
  await sees("Dig (no end was reported)");
  await sees("protocol version 1.");
  type("/new");
  type("/quit");
  expect(await exitCode).toBe(0);
});

it("ends when the agent dies again and again", async () => {
  const { type, sees, output, exitCode } = start(["--agent", fixture("dyingAgent.mjs")]);
  for (let life = 1; life <= 3; life += 1) {
    await sees("protocol version 1.");
    type("/new");
    type("Dig");
  }
  expect(await exitCode).toBe(1);
  expect(output().match(/^The agent exited with code 3\.$/gm)).toHaveLength(3);
});

it("leaves an agent that does not stop with the second Ctrl-C", async () => {
  const { type, sees, interrupt, exitCode } = start(["--agent", fixture("stubbornAgent.mjs")]);
  await sees("protocol version 1.");
  type("Dig");
  await sees("… execute Dig");
  interrupt();
  await sees("– execute Dig (cancelled)");
  interrupt();
  expect(await exitCode).toBe(130);
});

it("says why when the agent cannot be started", async () => {
  const { exitCode, errors } = start(["--agent", "no-such-agent-anywhere"]);
  expect(await exitCode).toBe(1);
  expect(errors()).toContain("no-such-agent-anywhere");
});

it.each([
  [["--protocol", "3"], '--protocol "3" is no version'],
  [["--cwd", "no/such/folder"], "is no folder"],
  [["--agent", " "], "names no program"],
  [["--verbose"], "--verbose"],
])("refuses %j", async (args, message) => {
  const { exitCode, errors } = start(args);
  expect(await exitCode).toBe(2);
  expect(errors()).toContain(message);
});

it("prints its options", async () => {
  const { exitCode, output } = start(["--help"]);
  expect(await exitCode).toBe(0);
  expect(output()).toContain("--agent");
});
