import type { Terminal } from "@acp-store/core";
import { useTerminal } from "@acp-store/react";
import type { ReactElement } from "react";
import { Output } from "../content/Output.js";
import { shortNumber } from "../ui/format.js";

/** The output of a command, while it comes and after. */
export function TerminalOutput({ terminalId }: { terminalId: string }): ReactElement {
  const terminal = useTerminal(terminalId);
  if (terminal === undefined || (terminal.output === "" && terminal.exitStatus === undefined)) {
    return <p className="call-note">Runs in a terminal that sends no output here.</p>;
  }
  const { exitCode, signal } = terminal.exitStatus ?? {};
  return (
    <>
      <Output text={terminal.output} dropped={droppedFrom(terminal)} followsEnd />
      {exitCode != null && <p className="call-note">Exit code {exitCode}</p>}
      {signal != null && <p className="call-note">Ended by {signal}</p>}
    </>
  );
}

function droppedFrom({ truncatedBytes, truncated }: Terminal): string | undefined {
  if (truncatedBytes > 0) return `${shortNumber(truncatedBytes)} bytes dropped`;
  return truncated ? "The start was dropped" : undefined;
}
