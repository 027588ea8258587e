import wrapAnsi from "wrap-ansi";
import { type SafeText, toAnsi } from "./view/text.js";

/** A terminal whose last rows are replaced by each call, and whose other rows never change. */
export interface Screen {
  /**
   * Replaces the live lines and the input by permanent lines, followed by new live lines and the new
   * input. If there are too many, the first live lines are not shown.
   */
  draw(
    permanentLines: readonly SafeText[],
    liveLines: readonly SafeText[],
    input: readonly SafeText[],
  ): void;
  /** Removes the live lines and the input. */
  clear(): void;
}

/** The terminal shows everything between these two at once, so that nothing flickers. */
const BEGIN_UPDATE = "\u001b[?2026h";
const END_UPDATE = "\u001b[?2026l";
/** A live row takes one row, even if the terminal finds it wider than `wrap-ansi` does. */
const WRAP_OFF = "\u001b[?7l";
const WRAP_ON = "\u001b[?7h";
const ERASE_BELOW = "\u001b[J";

/** Creates a screen. */
export function createScreen(
  output: Pick<NodeJS.WriteStream, "columns" | "rows" | "write">,
): Screen {
  /** The live rows. The cursor is in an empty row below them. */
  let frame: readonly string[] = [];
  let frameColumns = output.columns;

  /** Returns the sequence that erases the frame, whose rows the terminal wraps when it gets narrower. */
  function erase(): string {
    const rows = frame.flatMap((row) => wrapAtEdge(row, output.columns)).length;
    return `${rows > 0 ? `\u001b[${rows}A` : ""}\r${ERASE_BELOW}`;
  }

  return {
    draw(permanentLines, liveLines, input) {
      const { columns, rows } = output;
      const printed = permanentLines.flatMap((line) => wrapLine(line, columns));
      const live = liveLines.flatMap((line) => wrapLine(line, columns));
      // A space that the user types at the edge has to be visible.
      const edited = input.flatMap((line) => wrapAtEdge(toAnsi(line), columns));
      const next = [...live, ...edited].slice(-Math.max(1, rows - 1));
      const isShown = columns === frameColumns && next.join("\n") === frame.join("\n");
      if (isShown && printed.length === 0) return;
      output.write(
        [
          BEGIN_UPDATE,
          erase(),
          ...printed.map((row) => `${row}\n`),
          WRAP_OFF,
          ...next.map((row) => `${row}\n`),
          WRAP_ON,
          END_UPDATE,
        ].join(""),
      );
      frame = next;
      frameColumns = columns;
    },
    clear() {
      output.write(erase());
      frame = [];
    },
  };
}

// oxlint-disable-next-line eslint/no-control-regex -- these are the colors of this program
const START = /^(?:\u001b\[\d+m| )*/;

/** Wraps a line between words. The rows after the first one keep its indentation. */
export function wrapLine(line: SafeText, columns: number): string[] {
  const ansi = toAnsi(line);
  const [start] = START.exec(ansi) ?? [""];
  const indent = start.replace(/[^ ]+/g, "");
  const width = columns - indent.length;
  if (width < columns / 2) return wrapAtEdge(ansi, columns);
  const [first = "", ...rest] = wrapAnsi(ansi.slice(start.length), width, { hard: true }).split(
    "\n",
  );
  return [start + first, ...rest.map((row) => indent + row)];
}

/** Wraps a line at the last column, like a terminal. */
const wrapAtEdge = (line: string, columns: number): string[] =>
  wrapAnsi(line, columns, { hard: true, trim: false, wordWrap: false }).split("\n");
