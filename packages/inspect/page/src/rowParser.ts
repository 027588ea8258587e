import type { Frame } from "@acp-store/core";

/** A line that the server sends. */
export type Row =
  | { readonly frame: Frame }
  /**
   * The first row. `isComplete` tells whether the log is already complete, as it is for a trace. `t` is the
   * current time in ms since the start of the log.
   */
  | { readonly title: string; readonly isComplete: boolean; readonly t: number }
  /** The reason why the agent ended, and the time in ms since the start. */
  | { readonly ended: string; readonly t?: number }
  /** The number of frames that the server has dropped at this position. */
  | { readonly skipped: number };

/** Creates a parser of text that arrives in chunks. It returns the rows completed by each chunk. */
export function createRowParser(): (chunk: string) => Row[] {
  let rest = "";
  return (chunk) => {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    return lines.map(parseRow);
  };
}

function parseRow(line: string): Row {
  const value = JSON.parse(line) as Frame | Exclude<Row, { frame: Frame }>;
  return "dir" in value ? { frame: value } : value;
}
