import type { Frame } from "@acp-store/core";

/** What a line from acp-inspect says. */
export type Row =
  | { readonly frame: Frame }
  /** What this page shows, and whether all of it is there already, as of a trace. */
  | { readonly about: string; readonly isOver: boolean }
  /** How the agent ended, and when, in ms since the start. */
  | { readonly ended: string; readonly t: number }
  /** So many messages are not kept any more. */
  | { readonly skipped: number };

/** Takes the pieces of a trace, which begin and end anywhere, and returns the lines that are whole. */
export function createTraceReader(): (piece: string) => Row[] {
  let rest = "";
  return (piece) => {
    const lines = (rest + piece).split("\n");
    rest = lines.pop() ?? "";
    return lines.map(rowOf);
  };
}

function rowOf(line: string): Row {
  const value = JSON.parse(line) as Frame | Exclude<Row, { frame: Frame }>;
  return "dir" in value ? { frame: value } : value;
}
