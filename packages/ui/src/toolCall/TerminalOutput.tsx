import type { ToolCallPhase } from "@acp-store/core";
import type { ReactElement } from "react";
import { useAcpUi } from "../context/acpUi.js";
import { Duration } from "../time/Duration.js";
import { terminalTexts } from "../texts/toolCallTexts.js";
import { useTexts } from "../texts/useTexts.js";
import { useTerminalOutput } from "./useTerminalOutput.js";

/** The phases in which a tool call has ended, so that no more output is expected. */
const ENDED_PHASES: ReadonlySet<ToolCallPhase> = /* @__PURE__ */ new Set([
  "completed",
  "failed",
  "rejected",
  "cancelled",
  "unfinished",
]);

/** The props of {@link TerminalOutput}. */
export interface TerminalOutputProps {
  /** The id of the terminal. */
  readonly terminalId: string;
  /** The phase of the tool call that the terminal belongs to. Without it, the terminal is on its own. */
  readonly phase?: ToolCallPhase | undefined;
}

/** The live output, the exit status and the duration of a command. */
export function TerminalOutput(props: TerminalOutputProps): ReactElement | null {
  const { terminalId, phase } = props;
  const { Output } = useAcpUi().slots;
  const texts = useTexts("terminal", terminalTexts);
  const output = useTerminalOutput(terminalId);
  if (output === undefined || (output.text === "" && output.exit === undefined)) {
    // As long as the command may run, or wait for its approval, output may still come.
    if (phase === undefined || !ENDED_PHASES.has(phase)) return null;
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
      {isInBackground && phase !== "running" && (
        <p className="acp-ui acp-call-note">
          {texts.inBackground}{" "}
          {span !== undefined && <Duration span={span} prefix={texts.backgroundFor} />}
        </p>
      )}
    </>
  );
}
