import type { TextEdit } from "../commit/textPatches.js";
import type { TerminalData } from "../events/conversationEvents.js";
import type { Limits } from "../limits.js";
import { TextBuffer } from "../persistent/textBuffer.js";
import type { Terminal } from "../state/sessionParts.js";
import type { StoredTerminal } from "../state/storedEntities.js";
import { byteLength, bytesAt, type DecodedText, decodeChunk } from "./utf8.js";

type OutputCounts = Pick<Terminal, "outputBytes" | "truncatedBytes">;

/** The output fields of a terminal without output. */
export const EMPTY_OUTPUT: OutputCounts & Pick<Terminal, "output"> = {
  output: "",
  outputBytes: 0,
  truncatedBytes: 0,
};

/** An append to the output of a terminal, and the byte counts after it. */
interface BoundedAppend extends OutputCounts {
  readonly edit: TextEdit;
}

/**
 * Appends to the output of a terminal and drops the oldest bytes beyond `limits.terminalBytes`, but
 * no part of a character.
 */
export function appendBounded(
  output: TextBuffer,
  appended: string,
  before: OutputCounts,
  limits: Limits,
): BoundedAppend {
  const result = output.append(appended);
  const { truncatedBytes } = before;
  const outputBytes = before.outputBytes + byteLength(appended);
  const excess = outputBytes - limits.terminalBytes;
  if (excess <= 0) return { edit: { appended, dropped: "", result }, outputBytes, truncatedBytes };
  const { rest, dropped, droppedSize } = result.dropStart(excess, bytesAt);
  return {
    edit: { appended, dropped, result: rest },
    outputBytes: outputBytes - droppedSize,
    truncatedBytes: truncatedBytes + droppedSize,
  };
}

/** Returns the output fields of a terminal whose whole output was sent. `null`: it is empty. */
export function outputSnapshot(
  data: TerminalData | null,
  limits: Limits,
): Pick<StoredTerminal, "output" | "outputBytes" | "truncatedBytes" | "partial"> {
  const { text, partial } = data === null ? { text: "" } : readTerminalData(undefined, data);
  const append = appendBounded(TextBuffer.of(""), text, EMPTY_OUTPUT, limits);
  return {
    output: append.edit.result.value(),
    outputBytes: append.outputBytes,
    truncatedBytes: append.truncatedBytes,
    ...(partial !== undefined && { partial }),
  };
}

/** Reads a piece of output. `partial` is the incomplete character before it, in base64. */
export function readTerminalData(partial: string | undefined, data: TerminalData): DecodedText {
  if ("text" in data) return { text: data.text, ...(partial !== undefined && { partial }) };
  return decodeChunk(partial, data.base64);
}
