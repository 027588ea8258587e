// Other packages compile this file without the files beside it.
// oxlint-disable-next-line typescript/triple-slash-reference -- nothing else finds the declaration there
/// <reference path="./xtermHeadless.d.ts" />
import { Terminal } from "@xterm/headless/lib-headless/xterm-headless.mjs";
import { limitCounts } from "../terminal/limitCounts.js";
import { readScreen } from "./readScreen.js";

/** Programs fit what they draw to the width, which is unknown here. Few draw on more columns. */
const COLUMNS = 200;
const SCREEN_ROWS = 50;
/** The most rows of the screen and above it. */
const MAX_DRAWN_ROWS = 5_000;

/** The number of characters after which the page can do other work. */
const WRITE_STEP = 4_000;

/** Draws growing output in a terminal without a view. */
export interface ScreenDrawer {
  /** Draws the output so far. Only what was added is processed if it begins with the output before. */
  draw(output: string): void;
  /** Ends the drawing. */
  close(): void;
}

/**
 * Creates a {@link ScreenDrawer}. It calls back with the final screen, as text whose only sequences are colors and
 * decorations, or with `undefined` if the output has too many rows. Output that grows meanwhile is drawn afterwards.
 */
export function createScreenDrawer(onDrawn: (screen: string | undefined) => void): ScreenDrawer {
  const terminal = new Terminal({
    cols: COLUMNS,
    rows: SCREEN_ROWS,
    scrollback: MAX_DRAWN_ROWS - SCREEN_ROWS,
    // Pipes have no carriage returns.
    convertEol: true,
    allowProposedApi: true,
  });
  limitCounts(terminal);
  let drawn = "";
  let latest = "";
  let isDrawing = false;
  let isClosed = false;

  function drawNext(): void {
    if (isClosed || latest === drawn) {
      isDrawing = false;
      return;
    }
    isDrawing = true;
    const output = latest;
    if (!output.startsWith(drawn)) {
      terminal.reset();
      drawn = "";
    }
    const added = output.slice(drawn.length);
    for (let start = 0; start < added.length; start += WRITE_STEP)
      terminal.write(added.slice(start, start + WRITE_STEP));
    terminal.write("", () => {
      drawn = output;
      if (isClosed) return;
      const { active, normal } = terminal.buffer;
      onDrawn(normal.length < MAX_DRAWN_ROWS ? readScreen(active) : undefined);
      drawNext();
    });
  }

  return {
    draw(output) {
      latest = output;
      if (!isDrawing) drawNext();
    },
    close() {
      isClosed = true;
      terminal.dispose();
    },
  };
}
