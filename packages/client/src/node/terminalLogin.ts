import spawn from "cross-spawn";
import type { TerminalLoginHandler } from "../options.js";
import type { AgentProcessOptions } from "./agentProcess.js";
import { createProcessError, waitForExit, waitForSpawn } from "./childProcess.js";

/**
 * Returns a handler for the `terminalLogin` option of `connectAgent`, which runs the agent's program
 * in the terminal of this process. Call it with the arguments of `spawnAgent`. Do not read from
 * `process.stdin` meanwhile.
 * {@link https://agentclientprotocol.com/protocol/v1/authentication}
 *
 * The handler rejects with an `Error` with the fields of `ProcessDetails` if the program cannot be
 * started or does not exit with code 0.
 *
 * @example
 * ```ts
 * import { connectAgent } from "@acp-store/client";
 * import { nodeTerminalLogin, spawnAgent } from "@acp-store/client/node";
 * import { createAcpStore } from "@acp-store/core";
 *
 * const agent = await connectAgent(createAcpStore(), spawnAgent("my-agent", ["--acp"]), {
 *   terminalLogin: nodeTerminalLogin("my-agent", ["--acp"]),
 * });
 * ```
 */
export function nodeTerminalLogin(
  command: string,
  args: readonly string[] = [],
  { cwd, env }: AgentProcessOptions = {},
): TerminalLoginHandler {
  return async (login) => {
    const child = spawn(command, [...args, ...login.args], {
      ...(cwd !== undefined && { cwd }),
      env: { ...process.env, ...env, ...login.env },
      // The program shares the process group, so that it can read from the terminal.
      stdio: "inherit",
    });
    await waitForSpawn(child, command, cwd);
    await waitForExit(child);
    const { exitCode, signalCode: signal } = child;
    if (exitCode === 0) return;
    const end = signal === null ? `exited with code ${exitCode}` : `was ended by ${signal}`;
    throw createProcessError(`${login.name} failed: the program ${end}.`, {
      command,
      exitCode,
      signal,
    });
  };
}
