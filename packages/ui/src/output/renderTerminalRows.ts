import { createTerminalScreen, type TerminalSpan } from "./createTerminalScreen.js";
import { applyRendition, PLAIN_RENDITION, toSequence, toTerminalStyle } from "./terminalStyle.js";

/**
 * A control character, an escape sequence, or text without either. A sequence that is unfinished, such
 * as one at the end of a chunk, is matched up to its end. No character is matched twice.
 *
 * - CSI sequences, such as colors and cursor movements, with their parameters and their final letter
 * - OSC sequences, such as window titles and hyperlinks. They end with the line at the latest
 * - All other escape sequences, such as the selection of a character set
 */
const TOKENS =
  // oxlint-disable-next-line eslint/no-control-regex -- matches terminal escape sequences
  /[\n\r\b]|\u001b\[([0-?]*)[ -/]*([@-~]?)|\u001b\][^\u0007\u001b\r\n]*(?:\u0007|\u001b\\)?|\u001b[ -/]*[0-~]?|[^\n\r\b\u001b]+/g;

/**
 * Renders output like a terminal would, as rows of styled spans. Supports overwriting a line after
 * a carriage return (progress bars), erasing, and moving the cursor up. Ignores other movements.
 */
export function renderTerminalRows(text: string): readonly (readonly TerminalSpan[])[] {
  const screen = createTerminalScreen();
  let rendition = PLAIN_RENDITION;
  let style = toTerminalStyle(rendition);
  for (const [token, parameters = "", command] of text.matchAll(TOKENS)) {
    if (token === "\n") screen.newLine();
    else if (token === "\r") screen.carriageReturn();
    else if (token === "\b") screen.backspace();
    else if (!token.startsWith("\u001b")) screen.write(token, style);
    else if (command === "m") {
      rendition = applyRendition(rendition, parameters);
      style = toTerminalStyle(rendition);
    } else if (command === "A") screen.cursorUp(Number(parameters || 1));
    else if (command === "K" && parameters === "2") screen.eraseLine();
    else if (command === "K" && isDefault(parameters)) screen.eraseToEnd();
    else if (command === "J" && isDefault(parameters)) screen.eraseBelow();
  }
  return screen.getRows();
}

function isDefault(parameters: string): boolean {
  return parameters === "" || parameters === "0";
}

// oxlint-disable-next-line eslint/no-control-regex -- matches terminal escape sequences
const RENDITION_SEQUENCES = /\u001b\[([\d;]*)m/g;

/**
 * Returns the shortest sequence that sets the colors and decorations at the end of a part of output.
 */
export function getOpenRendition(part: string): string {
  let rendition = PLAIN_RENDITION;
  for (const [, parameters = ""] of part.matchAll(RENDITION_SEQUENCES))
    rendition = applyRendition(rendition, parameters);
  return toSequence(rendition);
}
