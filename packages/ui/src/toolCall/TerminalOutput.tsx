import type { ReactElement } from "react";
import { useAcpUi } from "../context/acpUi.js";
import { Duration } from "../time/Duration.js";
import { terminalTexts } from "../texts/toolCallTexts.js";
import { useTexts } from "../texts/useTexts.js";
import { useTerminalOutput } from "./useTerminalOutput.js";

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
  const output = useTerminalOutput(terminalId);
  if (output === undefined || (output.text === "" && output.exit === undefined)) {
    return <p className="acp-ui acp-call-note">{texts.noOutput}</p>;
  }
  const { text, droppedNote, exit, span, isInBackground } = output;
  return (
    <>
      <Output text={text} droppedNote={droppedNote} followsEnd />
      {exit !== undefined && (
        <p className="acp-ui acp-call-note">
          {exit} {span !== undefined && <Duration span={span} prefix={texts.exitedAfter} />}
        </p>
      )}
      {isInBackground && !isCallRunning && (
        <p className="acp-ui acp-call-note">
          {texts.inBackground}{" "}
          {span !== undefined && <Duration span={span} prefix={texts.backgroundFor} />}
        </p>
      )}
    </>
  );
}
