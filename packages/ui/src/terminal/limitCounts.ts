import type { Terminal } from "@xterm/headless";

/** The most repetitions that one sequence can ask for. No terminal has more rows or columns to change. */
const MAX_COUNT = 200;
/** The most lines that sequences can move in all. Each one takes about as long as 100 characters of text. */
const MAX_MOVED_LINES = 50_000;
/** The lines that erasing the screen counts as. It takes longer than moving one. */
const ERASED_LINES = 10;
/** The sequences that change characters or columns: CSI with one of these letters. */
const COLUMN_SEQUENCES = ["@", "I", "P", "X", "Z", "b"];
/** The sequences that insert, delete and scroll lines. */
const LINE_SEQUENCES = ["L", "M", "S", "T"];

/**
 * Ignores sequences that would keep the page busy for a long time, such as inserting two billion lines: a terminal
 * repeats them as often as their parameter says.
 */
export function limitCounts({ parser }: Pick<Terminal, "parser">): void {
  let movedLines = 0;
  const getCount = ([count]: readonly (number | number[])[]): number =>
    typeof count === "number" ? count : 1;
  parser.registerCsiHandler({ final: "J" }, () => {
    movedLines += ERASED_LINES;
    return movedLines > MAX_MOVED_LINES;
  });
  for (const final of COLUMN_SEQUENCES)
    parser.registerCsiHandler({ final }, (params) => getCount(params) > MAX_COUNT);
  for (const final of LINE_SEQUENCES)
    parser.registerCsiHandler({ final }, (params) => {
      const count = getCount(params);
      movedLines += Math.min(count, MAX_COUNT);
      return count > MAX_COUNT || movedLines > MAX_MOVED_LINES;
    });
}
