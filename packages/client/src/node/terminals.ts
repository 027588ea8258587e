import { randomUUID } from "node:crypto";
import type { AcpStore } from "@acp-store/core";
import { type CreateTerminalRequest, RequestError } from "@agentclientprotocol/sdk";
import type { TerminalHandlers } from "../options.js";
import { type Command, startCommand } from "./command.js";
import { insideSession } from "./paths.js";
import { showCommand } from "./showCommand.js";

interface RunningTerminal {
  readonly sessionId: string;
  readonly command: Command;
}

/**
 * Commands of this machine for the agent, as the `terminal` of `connectAgent`. They start inside of
 * the session's directories. A command without arguments may be a line for the shell. Its output and
 * how it ends are in the state as they come, whether the agent asks for them or not. What runs ends
 * when it is killed or released, with its session, the connection and this process.
 * {@link https://agentclientprotocol.com/protocol/v1/terminals}
 *
 * @example
 * ```ts
 * await connectAgent(store, source, { terminal: nodeTerminals(store) });
 * ```
 */
export function nodeTerminals(
  store: Pick<AcpStore, "getState" | "watch" | "reportTerminal">,
): TerminalHandlers {
  const terminals = new Map<string, RunningTerminal>();

  const releaseWhatIsOver = (): void => releaseWhere(({ sessionId }) => isOver(sessionId));
  store.watch({ type: "state", field: "connection" }, releaseWhatIsOver);
  store.watch({ type: "sessionIds" }, releaseWhatIsOver);

  function isOver(sessionId: string): boolean {
    const { connection, sessions } = store.getState();
    const isGone = connection?.status === "lost" || connection?.status === "closed";
    return isGone || sessions.get(sessionId)?.closed === true;
  }

  function releaseWhere(isMeant: (terminal: RunningTerminal) => boolean): void {
    for (const [id, terminal] of terminals) {
      if (!isMeant(terminal)) continue;
      terminals.delete(id);
      void terminal.command.end();
    }
  }

  async function create(request: CreateTerminalRequest): Promise<{ terminalId: string }> {
    const { sessionId } = request;
    const cwd = request.cwd ?? store.getState().sessions.get(sessionId)?.cwd ?? "";
    const folder = await insideSession(store, sessionId, cwd);
    const terminalId = randomUUID();
    const command = await startCommand(request, folder, showCommand(store, sessionId, terminalId));
    if (isOver(sessionId)) {
      // While it started: nobody would end it any more.
      void command.end();
      throw RequestError.sessionNotFound(sessionId);
    }
    terminals.set(terminalId, { sessionId, command });
    return { terminalId };
  }

  function find(sessionId: string, terminalId: string): Command {
    const terminal = terminals.get(terminalId);
    if (terminal?.sessionId === sessionId) return terminal.command;
    throw RequestError.invalidParams({ terminalId }, `There is no terminal "${terminalId}"`);
  }

  return {
    create,
    output: async ({ sessionId, terminalId }) => find(sessionId, terminalId).output(),
    waitForExit: async ({ sessionId, terminalId }) => find(sessionId, terminalId).exited,
    kill: async ({ sessionId, terminalId }) => find(sessionId, terminalId).end(),
    release: async ({ sessionId, terminalId }) => {
      const command = find(sessionId, terminalId);
      terminals.delete(terminalId);
      await command.end();
    },
  };
}
