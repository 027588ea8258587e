import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { connectAgent } from "@acp-store/client";
import { spawnAgent } from "@acp-store/client/node";
import { createAcpStore } from "@acp-store/core";
import { explainLaunchFailure, type LaunchFailure } from "@acp-store/registry";
import { describe, expect, it } from "vitest";
import { rejection } from "./support/rejection.js";
import { createTemporaryFolder } from "./support/temporaryFolder.js";

/** Starts an agent that fails, and returns the explanation. */
async function explainFailure(command: string, args: readonly string[] = [], env = {}) {
  const source = spawnAgent(command, args, { env });
  const error = await rejection(connectAgent(createAcpStore({ scheduler: "sync" }), source));
  return explainLaunchFailure(error as LaunchFailure);
}

describe("explainLaunchFailure, for the error of a connection", () => {
  it.each([
    ["npx", "Install Node.js from https://nodejs.org, and restart this program."],
    ["uvx", "Install uv from https://docs.astral.sh/uv, and restart this program."],
    ["no-such-agent", "Install the program that is missing, and restart this program."],
  ])("says how to install a command that was not found: %s", async (command, advice) => {
    expect(await explainFailure(command, [], { PATH: await createTemporaryFolder() })).toEqual({
      kind: "not_found",
      message: `The command "${command}" was not found.`,
      advice,
    });
  });

  it.runIf(process.platform !== "win32")("recognizes a program that cannot be run", async () => {
    const folder = await createTemporaryFolder();
    const locked = join(folder, "locked");
    writeFileSync(locked, "");
    expect(await explainFailure(locked)).toMatchObject({
      kind: "not_executable",
      message: `The command "${locked}" could not be started (EACCES).`,
    });
    const withoutInterpreter = join(folder, "script");
    writeFileSync(withoutInterpreter, "#!/no/such/interpreter\n");
    chmodSync(withoutInterpreter, 0o755);
    expect(await explainFailure(withoutInterpreter)).toMatchObject({ kind: "not_executable" });
  });

  it("quotes what the command has written to stderr", async () => {
    const script = "console.error('warming up'); console.error('disk on fire'); process.exit(3)";
    expect(await explainFailure(process.execPath, ["-e", script])).toEqual({
      kind: "unknown",
      message: `The command "${process.execPath}" exited with code 3:\nwarming up\ndisk on fire`,
      advice: "Run the command in a terminal to see all of its output.",
    });
  });
});

describe("explainLaunchFailure", () => {
  it.each([
    ["missing_package", "npm error code E404"],
    ["missing_package", "npm error notarget No matching version found for agent@9.9.9."],
    ["missing_package", "× No solution found when resolving tool dependencies"],
    ["no_network", "npm error code ENOTFOUND"],
    ["no_network", "error: Failed to fetch: `https://pypi.org/simple/agent/`"],
    ["not_found", "env: node: No such file or directory"],
    ["not_found", "'npx' is not recognized as an internal or external command,"],
    ["not_executable", "agent: cannot execute binary file: Exec format error"],
    ["sign_in", "Error: Authentication required"],
    ["sign_in", "You are not logged in. Run agent login."],
    ["sign_in", "Please sign in first"],
    ["sign_in", "No API key found"],
    ["unknown", "TypeError: undefined is not a function"],
  ])("recognizes the cause %s in the output %j", (kind, line) => {
    const explanation = explainLaunchFailure({ command: "npx", exitCode: 1, stderr: [line] });
    expect(explanation.kind).toBe(kind);
    expect(explanation.message).toBe(`The command "npx" exited with code 1: ${line}`);
    expect(explanation.advice).toMatch(/^[A-Z].+\.$/);
  });

  it.each([
    [{ command: "a", exitCode: 127 }, "not_found", 'The command "a" exited with code 127.'],
    [{ command: "a", exitCode: 126 }, "not_executable", 'The command "a" exited with code 126.'],
    [
      { command: "a", exitCode: null, signal: "SIGKILL" },
      "unknown",
      'The command "a" was ended by SIGKILL.',
    ],
    [{ command: "a" }, "unknown", 'The command "a" did not start the agent.'],
    [{ message: "The agent did not answer." }, "unknown", "The agent did not answer."],
    [{}, "unknown", "The agent could not be started."],
  ])("explains what is known about %j", (failure, kind, message) => {
    expect(explainLaunchFailure(failure)).toMatchObject({ kind, message });
  });
});
