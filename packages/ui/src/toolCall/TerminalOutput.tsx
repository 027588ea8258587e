import type { Terminal } from "@acp-store/core";
import { useSession, useTerminal } from "@acp-store/react";
import type { ReactElement } from "react";
import { useAcpUi } from "../context/acpUi.js";
import { Duration } from "../time/Duration.js";
import { type Format, formatShortNumber, useFormat } from "../format/format.js";
import type { UiTexts } from "../texts/texts.js";
import { terminalTexts } from "../texts/toolCallTexts.js";
import { useTexts } from "../texts/useTexts.js";

/** The props of {@link TerminalOutput}. */
export interface TerminalOutputProps {
  /** The id of the terminal. */
  readonly terminalId: string;
  /** Whether the tool call is running, which shows the time itself. Default: `false`. */
  readonly isCallRunning?: boolean;
}

/** The live output, the exit status and the duration of a command. */
export function TerminalOutput(props: TerminalOutputProps): ReactElement {
  const { terminalId, isCallRunning = false } = props;
  const { Output } = useAcpUi().slots;
  const texts = useTexts("terminal", terminalTexts);
  const format = useFormat();
  const terminal = useTerminal(terminalId);
  const isInBackground = useSession(
    (session) =>
      session?.background.some(
        (work) => work.type === "terminal" && work.terminalId === terminalId,
      ) ?? false,
  );
  if (terminal === undefined || (terminal.output === "" && terminal.exitStatus === undefined)) {
    return <p className="acp-ui acp-call-note">{texts.noOutput}</p>;
  }
  return (
    <>
      <Output
        text={terminal.output}
        droppedNote={droppedNote(terminal, texts, format)}
        followsEnd
      />
      {terminal.exitStatus !== undefined && (
        <p className="acp-ui acp-call-note">
          {describeExit(terminal.exitStatus, texts)}{" "}
          {!terminal.replayed && (
            <Duration
              span={{ start: terminal.createdAt, end: terminal.updatedAt }}
              prefix={texts.exitedAfter}
            />
          )}
        </p>
      )}
      {isInBackground && !isCallRunning && (
        <p className="acp-ui acp-call-note">
          {texts.inBackground}{" "}
          <Duration span={{ start: terminal.createdAt }} prefix={texts.backgroundFor} />
        </p>
      )}
    </>
  );
}

function describeExit(
  { exitCode, signal }: NonNullable<Terminal["exitStatus"]>,
  texts: UiTexts["terminal"],
): string {
  if (signal != null) return texts.terminatedBy(signal);
  return exitCode == null ? texts.unknownExitCode : texts.exitCode(exitCode);
}

function droppedNote(
  { truncatedBytes, truncated }: Terminal,
  texts: UiTexts["terminal"],
  format: Format,
): string | undefined {
  if (truncatedBytes > 0) return texts.bytesDropped(formatShortNumber(truncatedBytes, format));
  return truncated ? texts.outputDropped : undefined;
}
