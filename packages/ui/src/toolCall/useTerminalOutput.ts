import type { Terminal } from "@acp-store/core";
import { useSession, useTerminal } from "@acp-store/react";
import { type Format, formatShortNumber, useFormat } from "../format/format.js";
import type { UiTexts } from "../texts/texts.js";
import { terminalTexts } from "../texts/toolCallTexts.js";
import { useTexts } from "../texts/useTexts.js";
import type { TimeSpan } from "../time/Duration.js";

/** The output of a command, and how it ended. */
export interface TerminalOutputState {
  /** The output so far, with its terminal colors. */
  readonly text: string;
  /** A note about output that was dropped from the start. */
  readonly droppedNote: string | undefined;
  /** The result of the command, such as "Exit code 1". `undefined` while it runs. */
  readonly exit: string | undefined;
  /** When it ran. `undefined` for a replayed command, whose times are unknown. */
  readonly span: TimeSpan | undefined;
  /** Whether the command continues in the background. */
  readonly isInBackground: boolean;
}

/**
 * Returns the logic of `TerminalOutput`, for your own markup. `undefined` for an unknown terminal.
 *
 * @example
 * ```tsx
 * function Output({ terminalId }: { terminalId: string }) {
 *   const output = useTerminalOutput(terminalId);
 *   return <pre>{output && `${output.text}\n${output.exit ?? "Running"}`}</pre>;
 * }
 * ```
 */
export function useTerminalOutput(terminalId: string): TerminalOutputState | undefined {
  const texts = useTexts("terminal", terminalTexts);
  const format = useFormat();
  const terminal = useTerminal(terminalId);
  const isInBackground = useSession(
    (session) =>
      session?.background.some(
        (work) => work.type === "terminal" && work.terminalId === terminalId,
      ) ?? false,
  );
  if (terminal === undefined) return undefined;
  const { output, exitStatus, replayed, createdAt, updatedAt } = terminal;
  const hasEnded = exitStatus !== undefined;
  return {
    text: output,
    droppedNote: describeDropped(terminal, texts, format),
    exit: hasEnded ? describeExit(exitStatus, texts) : undefined,
    span: replayed ? undefined : { start: createdAt, ...(hasEnded && { end: updatedAt }) },
    isInBackground,
  };
}

function describeExit(
  { exitCode, signal }: NonNullable<Terminal["exitStatus"]>,
  texts: UiTexts["terminal"],
): string {
  if (signal != null) return texts.terminatedBy(signal);
  return exitCode == null ? texts.unknownExitCode : texts.exitCode(exitCode);
}

function describeDropped(
  { truncatedBytes, truncated }: Terminal,
  texts: UiTexts["terminal"],
  format: Format,
): string | undefined {
  if (truncatedBytes > 0) return texts.bytesDropped(formatShortNumber(truncatedBytes, format));
  return truncated ? texts.outputDropped : undefined;
}
