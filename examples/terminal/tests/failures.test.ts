import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createTemporaryFolder, fixtureCommand, startProgram } from "./support/program.js";

it("ends the turn and restarts an agent that crashes", async () => {
  const { type, waitForLine, exitCode } = startProgram([
    "--agent",
    fixtureCommand("crashingAgent.mjs"),
  ]);
  await waitForLine("protocol version 1.");
  type("Dig");
  await waitForLine("Dig (did not finish)");
  await waitForLine("protocol version 1.");
  type("/new");
  type("/quit");
  expect(await exitCode).toBe(0);
});

it("exits when the agent keeps crashing", async () => {
  const { type, waitForLine, output, exitCode } = startProgram([
    "--agent",
    fixtureCommand("crashingAgent.mjs"),
  ]);
  for (let run = 1; run <= 3; run += 1) {
    await waitForLine("protocol version 1.");
    type("/new");
    type("Dig");
  }
  expect(await exitCode).toBe(1);
  expect(output().match(/^The agent exited with code 1: Out of memory\.$/gm)).toHaveLength(3);
});

it("exits on the second Ctrl-C even if the agent does not stop", async () => {
  const { type, waitForLine, interrupt, exitCode } = startProgram([
    "--agent",
    fixtureCommand("unstoppableAgent.mjs"),
  ]);
  await waitForLine("protocol version 1.");
  type("Dig");
  await waitForLine("… execute Dig");
  interrupt();
  await waitForLine("– execute Dig (cancelled)");
  interrupt();
  expect(await exitCode).toBe(130);
});

it("ends the agent and removes the sample project on SIGTERM", async () => {
  const folder = await createTemporaryFolder();
  const { waitForLine, terminate, exitCode } = startProgram([], 1000, { TMPDIR: folder });
  await waitForLine("Connected to Scripted agent");
  await expect(readdir(folder)).resolves.toHaveLength(1);
  terminate();
  expect(await exitCode).toBe(143);
  await expect(readdir(folder)).resolves.toEqual([]);
});

it.each([
  ["SIGTERM", "initialize", 143],
  ["SIGTERM", "session/new", 143],
  ["SIGINT", "initialize", 130],
] as const)("ends on %s while the agent does not answer %s", async (signal, method, code) => {
  const file = join(await createTemporaryFolder(), "method");
  const { terminate, interrupt, exitCode, errors } = startProgram([
    "--agent",
    `${fixtureCommand("silentAgent.mjs")} ${method} "${file}"`,
  ]);
  await expect.poll(() => existsSync(file)).toBe(true);
  if (signal === "SIGTERM") terminate();
  else interrupt();
  expect(await exitCode).toBe(code);
  expect(errors()).toBe("");
});

it("reports the command when the agent cannot be started", async () => {
  const { exitCode, errors } = startProgram(["--agent", "no-such-agent-anywhere"]);
  expect(await exitCode).toBe(1);
  expect(errors()).toContain("no-such-agent-anywhere");
});

it.each([
  [["--protocol", "3"], '--protocol "3" is not a supported protocol version'],
  [["--cwd", "no/such/folder"], "is not a folder"],
  [["--agent", " "], "contains no command"],
  [["--verbose"], "--verbose"],
])("rejects the arguments %j", async (args, message) => {
  const { exitCode, errors } = startProgram(args);
  expect(await exitCode).toBe(2);
  expect(errors()).toContain(message);
});

it("prints its options with --help", async () => {
  const { exitCode, output } = startProgram(["--help"]);
  expect(await exitCode).toBe(0);
  expect(output()).toContain("--agent");
});
