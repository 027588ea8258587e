import type { IBuffer, IBufferCell, IBufferLine } from "@xterm/headless";

/** The codes that set the decorations of a cell. */
const CELL_DECORATIONS = [
  [1, (cell: IBufferCell) => cell.isBold()],
  [2, (cell: IBufferCell) => cell.isDim()],
  [3, (cell: IBufferCell) => cell.isItalic()],
  [4, (cell: IBufferCell) => cell.isUnderline()],
  [7, (cell: IBufferCell) => cell.isInverse()],
  [8, (cell: IBufferCell) => cell.isInvisible()],
  [9, (cell: IBufferCell) => cell.isStrikethrough()],
] as const;

/** Returns the rows of a screen as text whose only sequences are colors and decorations. */
export function readScreen(buffer: IBuffer): string {
  let text = "";
  for (let index = 0; index < buffer.length; index++) {
    const line = buffer.getLine(index);
    if (line === undefined) break;
    // A long line that the terminal has wrapped stays one line.
    if (index > 0 && !line.isWrapped) text += "\n";
    text += readLine(line, buffer.getLine(index + 1)?.isWrapped ?? false, buffer.getNullCell());
  }
  return text.trimEnd();
}

function readLine(line: IBufferLine, isContinued: boolean, cell: IBufferCell): string {
  let text = "";
  let before = "";
  /** The text without the spaces after its last visible character. */
  let visible = "";
  for (let column = 0; column < line.length; column++) {
    line.getCell(column, cell);
    // The second half of a wide character.
    if (cell.getWidth() === 0) continue;
    const sequence = toCellSequence(cell);
    const characters = cell.getChars() || " ";
    text += (sequence === before ? "" : `\u001b[0m${sequence}`) + characters;
    before = sequence;
    if (isContinued || characters !== " ") visible = text;
  }
  return visible.includes("\u001b") ? `${visible}\u001b[0m` : visible;
}

function toCellSequence(cell: IBufferCell): string {
  if (cell.isAttributeDefault()) return "";
  const codes: string[] = [];
  for (const [code, isSet] of CELL_DECORATIONS) if (isSet(cell)) codes.push(String(code));
  const color = cell.getFgColor();
  if (cell.isFgPalette()) codes.push(`38;5;${color}`);
  else if (cell.isFgRGB()) codes.push(`38;2;${toChannels(color)}`);
  const background = cell.getBgColor();
  if (cell.isBgPalette()) codes.push(`48;5;${background}`);
  else if (cell.isBgRGB()) codes.push(`48;2;${toChannels(background)}`);
  return codes.length === 0 ? "" : `\u001b[${codes.join(";")}m`;
}

function toChannels(color: number): string {
  return [color >> 16, (color >> 8) & 255, color & 255].join(";");
}
