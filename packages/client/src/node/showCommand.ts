import type { AcpStore } from "@acp-store/core";
import type { TerminalExitStatus } from "@agentclientprotocol/sdk";
import { withoutListenerErrors } from "../listenerErrors.js";
import type { CommandListener } from "./command.js";

/** How much is kept for a terminal that is not in the state yet, in UTF-16 code units. */
const LONGEST = 1_048_576;

/** Shows a command in the store while it runs, as soon as its terminal is there. */
export function showCommand(
  store: Pick<AcpStore, "getState" | "watch" | "reportTerminal">,
  sessionId: string,
  terminalId: string,
): CommandListener {
  let isThere = false;
  let output = "";
  let exitStatus: TerminalExitStatus | undefined;
  let stopWaiting: (() => void) | undefined;

  function show(): void {
    isThere ||= store.getState().sessions.get(sessionId)?.terminals.has(terminalId) === true;
    if (!isThere) {
      // The agent is told of the terminal first: that is what makes it.
      stopWaiting ??= store.watch(
        { type: "entity", sessionId, table: "terminals", id: terminalId },
        show,
      );
      return;
    }
    stopWaiting?.();
    const report = { ...(output !== "" && { output }), ...(exitStatus && { exitStatus }) };
    output = "";
    withoutListenerErrors(() => store.reportTerminal(sessionId, terminalId, report));
  }

  return {
    onOutput(text) {
      output += text;
      if (output.length > 2 * LONGEST) output = output.slice(-LONGEST);
      if (text !== "") show();
    },
    onExit(status) {
      exitStatus = status;
      show();
    },
  };
}
