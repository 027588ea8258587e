import { diffLines, splitLines } from "@acp-store/core/diff";
import type { VscodeApi } from "./vscodeApi.js";

/** The values of `EndOfLine` of VS Code. */
const EOL = { "\n": 1, "\r\n": 2 } as const;

/** The text and the line break of a document. */
interface DocumentText {
  readonly text: string;
  readonly eol: number;
}

/**
 * Returns the edits that give a document another text. They replace the changed lines only, so that cursors
 * in the other lines stay. Returns `undefined` if the text has different line breaks, which no document has.
 */
export function createDocumentEdits(
  { Range, TextEdit }: Pick<VscodeApi, "Range" | "TextEdit">,
  { text, eol }: DocumentText,
  next: string,
): readonly object[] | undefined {
  const [lineBreak = toLineBreak(eol), ...others] = new Set(next.match(/\r\n|\r|\n/g));
  if (others.length > 0 || lineBreak === "\r") return undefined;
  const nextEol = lineBreak === "\n" ? EOL["\n"] : EOL["\r\n"];
  const oldLines = splitLines(text);
  const newLines = splitLines(next.replaceAll(lineBreak, toLineBreak(eol)));
  /** Returns the position before a line, or at the end of the text. */
  const positionOf = (line: number): readonly [line: number, character: number] => {
    const last = oldLines[line - 1];
    const isInLastLine = line === oldLines.length && last !== undefined && !last.endsWith("\n");
    return isInLastLine ? [line - 1, last.length] : [line, 0];
  };
  const edits = diffLines(oldLines, newLines).map(({ oldStart, oldEnd, newStart, newEnd }) =>
    TextEdit.replace(
      new Range(...positionOf(oldStart), ...positionOf(oldEnd)),
      newLines.slice(newStart, newEnd).join(""),
    ),
  );
  return nextEol === eol ? edits : [...edits, TextEdit.setEndOfLine(nextEol)];
}

function toLineBreak(eol: number): "\n" | "\r\n" {
  return eol === EOL["\r\n"] ? "\r\n" : "\n";
}
