import { closedSession } from "./closed.js";
import type { Kernel } from "./kernel.js";
import type { AcpStore } from "./types.js";

/** What the client knows of a command that it runs. A session that was closed takes nothing in. */
export function terminalReporter(kernel: Kernel): AcpStore["reportTerminal"] {
  return (sessionId, terminalId, { output, exitStatus }) => {
    const about = { sessionId, terminalId };
    const closed = closedSession(kernel, sessionId, []);
    if (closed !== undefined) return void kernel.report([closed]);
    if (output !== undefined)
      kernel.commit({ type: "terminal_output", ...about, data: { text: output }, live: true });
    if (exitStatus !== undefined)
      kernel.commit({ type: "terminal", ...about, patch: { exitStatus } });
  };
}
