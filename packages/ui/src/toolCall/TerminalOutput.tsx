import type { Terminal } from "@acp-store/core";
import { useSession, useTerminal } from "@acp-store/react";
import type { ReactElement } from "react";
import { useAcpUi } from "../context/acpUi.js";
import { Duration } from "../time/Duration.js";
import { formatShortNumber } from "../format/format.js";

export interface TerminalOutputProps {
  readonly terminalId: string;
  /** Whether the tool call is running, which shows the time itself. */
  readonly isCallRunning: boolean;
}

/** The live output, the exit status and the duration of a command. */
export function TerminalOutput(props: TerminalOutputProps): ReactElement {
  const { terminalId, isCallRunning } = props;
  const { Output } = useAcpUi().slots;
  const terminal = useTerminal(terminalId);
  const isInBackground = useSession(
    (session) =>
      session?.background.some(
        (work) => work.type === "terminal" && work.terminalId === terminalId,
      ) ?? false,
  );
  if (terminal === undefined || (terminal.output === "" && terminal.exitStatus === undefined)) {
    return <p className="acp-ui acp-call-note">This terminal has not sent any output.</p>;
  }
  const { exitCode, signal } = terminal.exitStatus ?? {};
  return (
    <>
      <Output text={terminal.output} droppedNote={droppedNote(terminal)} followsEnd />
      {terminal.exitStatus !== undefined && (
        <p className="acp-ui acp-call-note">
          {signal == null ? `Exit code ${exitCode ?? "unknown"}` : `Terminated by ${signal}`}{" "}
          {!terminal.replayed && (
            <Duration
              span={{ start: terminal.createdAt, end: terminal.updatedAt }}
              prefix="after"
            />
          )}
        </p>
      )}
      {isInBackground && !isCallRunning && (
        <p className="acp-ui acp-call-note">
          Running in the background <Duration span={{ start: terminal.createdAt }} prefix="for" />
        </p>
      )}
    </>
  );
}

function droppedNote({ truncatedBytes, truncated }: Terminal): string | undefined {
  if (truncatedBytes > 0) return `${formatShortNumber(truncatedBytes)} bytes dropped`;
  return truncated ? "Earlier output was dropped" : undefined;
}
