import { randomUUID } from "node:crypto";
import type { AcpStore } from "@acp-store/core";
import { type CreateTerminalRequest, RequestError } from "@agentclientprotocol/sdk";
import type { TerminalHandlers } from "../options.js";
import { type Command, type Environment, startCommand } from "./command.js";
import { resolveSessionPath } from "./sessionPaths.js";
import { createTerminalReporter } from "./terminalReporter.js";

interface RunningTerminal {
  readonly sessionId: string;
  readonly command: Command;
}

/** The options of {@link nodeTerminals}. */
export interface NodeTerminalsOptions {
  /**
   * Variables to add to the environment of the commands, which is otherwise the one of this process.
   * `undefined` removes a variable, such as one with a secret.
   */
  readonly env?: Environment;
}

/**
 * Returns terminal handlers for the `terminal` option of `connectAgent`, which run commands on this
 * machine inside of the session's directories. A command without arguments is run by the shell. The
 * store receives the output and the exit status live, even if the agent never asks for them. A
 * command is ended when the agent kills or releases it, when its session or the connection is
 * closed or lost, and when this process exits.
 * {@link https://agentclientprotocol.com/protocol/v1/terminals}
 *
 * The handlers reject with a `RequestError`, which is sent to the agent, if the session, the
 * terminal or the folder is not available, and with an `Error` if the command cannot be started.
 *
 * @example
 * ```ts
 * import { connectAgent } from "@acp-store/client";
 * import { nodeTerminals, spawnAgent } from "@acp-store/client/node";
 * import { createAcpStore } from "@acp-store/core";
 *
 * const store = createAcpStore();
 * const terminal = nodeTerminals(store);
 * const agent = await connectAgent(store, spawnAgent("my-agent"), { terminal });
 * ```
 */
export function nodeTerminals(
  store: Pick<AcpStore, "getState" | "watch" | "reportTerminal">,
  { env }: NodeTerminalsOptions = {},
): TerminalHandlers {
  const terminals = new Map<string, RunningTerminal>();

  store.watch({ type: "state", field: "connection" }, releaseOrphans);
  store.watch({ type: "sessionIds" }, releaseOrphans);

  /** Ends the commands whose session or connection has ended. */
  function releaseOrphans(): void {
    for (const [id, { sessionId, command }] of terminals) {
      if (isSessionActive(sessionId)) continue;
      terminals.delete(id);
      void command.end();
    }
  }

  function isSessionActive(sessionId: string): boolean {
    const { connection, sessions } = store.getState();
    const isDisconnected = connection?.status === "lost" || connection?.status === "closed";
    return !isDisconnected && sessions.get(sessionId)?.closed !== true;
  }

  async function create(request: CreateTerminalRequest): Promise<{ terminalId: string }> {
    const { sessionId } = request;
    const cwd = request.cwd ?? store.getState().sessions.get(sessionId)?.cwd ?? "";
    const folder = await resolveSessionPath(store, sessionId, cwd);
    const terminalId = randomUUID();
    const reporter = createTerminalReporter(store, sessionId, terminalId);
    const command = await startCommand(request, { cwd: folder.real, env }, reporter);
    if (!isSessionActive(sessionId)) {
      // The session ended while the command started, so `releaseOrphans` has missed this command.
      void command.end();
      throw RequestError.sessionNotFound(sessionId);
    }
    terminals.set(terminalId, { sessionId, command });
    return { terminalId };
  }

  function findCommand(sessionId: string, terminalId: string): Command {
    const terminal = terminals.get(terminalId);
    if (terminal?.sessionId === sessionId) return terminal.command;
    throw RequestError.invalidParams({ terminalId }, `The terminal "${terminalId}" does not exist`);
  }

  return {
    create,
    output: async ({ sessionId, terminalId }) => findCommand(sessionId, terminalId).getOutput(),
    waitForExit: async ({ sessionId, terminalId }) => findCommand(sessionId, terminalId).exited,
    kill: async ({ sessionId, terminalId }) => findCommand(sessionId, terminalId).end(),
    release: async ({ sessionId, terminalId }) => {
      const command = findCommand(sessionId, terminalId);
      terminals.delete(terminalId);
      await command.end();
    },
  };
}
