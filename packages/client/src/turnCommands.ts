import type { AcpStore, SessionId, TurnId } from "@acp-store/core";
import type { KillTerminalRequest } from "@agentclientprotocol/sdk";
import type { TerminalHandlers } from "./options.js";

/** Follows the commands that the client runs for the agent. */
export interface TurnCommands {
  /** Handlers that remember the commands which they start. */
  readonly handlers: TerminalHandlers;
  /** Kills the commands that were started in the cancelled turns of a session. */
  killCancelled(sessionId: SessionId): void;
}

/**
 * Wraps terminal handlers, so that the commands of a turn can be ended with it. Commands
 * from previous turns keep running: they may be servers that are meant to run in the background.
 */
export function followTurnCommands(store: AcpStore, handlers: TerminalHandlers): TurnCommands {
  const turnByTerminal = new Map<string, { sessionId: SessionId; turnId: TurnId }>();

  function isCancelling(sessionId: SessionId, turnId: TurnId): boolean {
    return store.getState().sessions.get(sessionId)?.turns.get(turnId)?.status === "cancelling";
  }

  async function kill(command: KillTerminalRequest): Promise<void> {
    turnByTerminal.delete(command.terminalId);
    try {
      await handlers.kill(command);
    } catch {
      // The handler may no longer know a command that has exited.
    }
  }

  /** A command outlives its turn if the agent does not release it. */
  function forgetEndedTurns(): void {
    const { sessions } = store.getState();
    for (const [terminalId, { sessionId, turnId }] of turnByTerminal)
      if (!sessions.get(sessionId)?.openTurns.includes(turnId)) turnByTerminal.delete(terminalId);
  }

  function killCancelled(sessionId: SessionId): void {
    for (const [terminalId, turn] of turnByTerminal)
      if (turn.sessionId === sessionId && isCancelling(sessionId, turn.turnId))
        void kill({ sessionId, terminalId });
  }

  return {
    handlers: {
      async create(request) {
        forgetEndedTurns();
        const { sessionId } = request;
        const turnId = store.getState().sessions.get(sessionId)?.openTurns.at(-1);
        const response = await handlers.create(request);
        const { terminalId } = response;
        if (turnId !== undefined) turnByTerminal.set(terminalId, { sessionId, turnId });
        // The turn may have been cancelled while the command started.
        killCancelled(sessionId);
        return response;
      },
      output: (request) => handlers.output(request),
      waitForExit: (request) => handlers.waitForExit(request),
      kill: (request) => handlers.kill(request),
      async release(request) {
        turnByTerminal.delete(request.terminalId);
        await handlers.release(request);
      },
    },
    killCancelled,
  };
}
