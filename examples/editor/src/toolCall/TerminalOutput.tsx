import type { Terminal } from "@acp-store/core";
import { useTerminal } from "@acp-store/react";
import type { ReactElement } from "react";
import { Output } from "../content/Output.js";
import { formatShortNumber } from "../ui/format.js";

/** The live output and exit status of a command. */
export function TerminalOutput({ terminalId }: { terminalId: string }): ReactElement {
  const terminal = useTerminal(terminalId);
  if (terminal === undefined || (terminal.output === "" && terminal.exitStatus === undefined)) {
    return <p className="call-note">This terminal has not sent any output.</p>;
  }
  const { exitCode, signal } = terminal.exitStatus ?? {};
  return (
    <>
      <Output text={terminal.output} droppedNote={droppedNote(terminal)} followsEnd />
      {exitCode != null && <p className="call-note">Exit code {exitCode}</p>}
      {signal != null && <p className="call-note">Terminated by {signal}</p>}
    </>
  );
}

function droppedNote({ truncatedBytes, truncated }: Terminal): string | undefined {
  if (truncatedBytes > 0) return `${formatShortNumber(truncatedBytes)} bytes dropped`;
  return truncated ? "Earlier output was dropped" : undefined;
}
