import { useSession } from "@acp-store/react";
import type { ReactElement } from "react";
import { Output } from "../content/Output.js";

export function TerminalOutput({ terminalId }: { terminalId: string }): ReactElement {
  const terminal = useSession((session) => session?.terminals.get(terminalId));
  if (terminal === undefined || (terminal.output === "" && terminal.exitStatus === undefined)) {
    return <p className="call-note">Runs in a terminal that sends no output here.</p>;
  }
  const { exitCode, signal } = terminal.exitStatus ?? {};
  return (
    <>
      <Output text={terminal.output} followsEnd />
      {exitCode != null && <p className="call-note">Exit code {exitCode}</p>}
      {signal != null && <p className="call-note">Ended by {signal}</p>}
    </>
  );
}
