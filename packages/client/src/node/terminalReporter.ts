import type { AcpStore } from "@acp-store/core";
import type { TerminalExitStatus } from "@agentclientprotocol/sdk";
import { isolateListenerErrors } from "@acp-store/core/tap";
import type { CommandListener } from "./command.js";

/**
 * The maximum output buffered for a terminal that is not in the state yet, in UTF-16 code units.
 */
const MAX_BUFFERED_LENGTH = 1_048_576;

/**
 * Creates a command listener that reports output and exit status to the store. Output is buffered
 * until the terminal exists in the state.
 */
export function createTerminalReporter(
  store: Pick<AcpStore, "getState" | "watch" | "reportTerminal">,
  sessionId: string,
  terminalId: string,
): CommandListener {
  let isInState = false;
  let output = "";
  let exitStatus: TerminalExitStatus | undefined;
  let unwatch: (() => void) | undefined;

  function report(): void {
    isInState ||= store.getState().sessions.get(sessionId)?.terminals.has(terminalId) === true;
    if (!isInState) {
      // The store creates the terminal when it observes the response to `terminal/create`.
      unwatch ??= store.watch(
        { type: "entity", sessionId, table: "terminals", id: terminalId },
        report,
      );
      return;
    }
    unwatch?.();
    const update = { ...(output !== "" && { output }), ...(exitStatus && { exitStatus }) };
    output = "";
    isolateListenerErrors(() => store.reportTerminal(sessionId, terminalId, update));
  }

  return {
    onOutput(text) {
      output += text;
      if (output.length > 2 * MAX_BUFFERED_LENGTH) output = output.slice(-MAX_BUFFERED_LENGTH);
      if (text !== "") report();
    },
    onExit(status) {
      exitStatus = status;
      report();
    },
  };
}
