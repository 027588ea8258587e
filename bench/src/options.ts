import { parseArgs } from "node:util";
import { suites } from "./suites/suites.js";

/** The parsed command line. */
export interface Options {
  /** The names of the suites to run. */
  readonly suites: readonly string[];
  readonly rounds: number;
  readonly scale: number;
  /** The file to write the figures to. */
  readonly json?: string;
  /** The file to write the tables to. */
  readonly markdown?: string;
  /** Whether a missed target is an error. */
  readonly check: boolean;
}

export const USAGE: string = `pnpm bench [suite …] [options]

Suites: ${Object.keys(suites).join(" ")}

  --rounds N         Number of measured rounds. Default: 9.
  --scale X          Size of the workloads. The targets apply to the default, 1.
  --json FILE        Write the figures to a file as well.
  --markdown FILE    Write the tables to a file as well. If the file has the lines <!-- table -->
                     and <!-- /table -->, only the text between them is replaced.
  --check            Exit with code 1 if a target is missed.`;

/**
 * Parses the command line.
 *
 * @throws Error if a suite or an option is unknown, or if a value is invalid.
 */
export function parseOptions(args: string[]): Options {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      rounds: { type: "string", default: "9" },
      scale: { type: "string", default: "1" },
      json: { type: "string" },
      markdown: { type: "string" },
      check: { type: "boolean", default: false },
    },
  });
  const { json, markdown, check } = values;
  return {
    suites: selectSuites(positionals),
    rounds: parsePositiveNumber("rounds", values.rounds),
    scale: parsePositiveNumber("scale", values.scale),
    check,
    ...(json !== undefined && { json }),
    ...(markdown !== undefined && { markdown }),
  };
}

/** Returns the requested suites in their usual order, or all suites if none is requested. */
function selectSuites(requested: readonly string[]): readonly string[] {
  const all = Object.keys(suites);
  const selected = requested.map((name) => findSuite(all, name));
  return selected.length === 0 ? all : all.filter((name) => selected.includes(name));
}

function findSuite(all: readonly string[], requested: string): string {
  const found = all.find((name) => name.toLowerCase() === requested.toLowerCase());
  if (found !== undefined) return found;
  throw new Error(`Unknown suite "${requested}". Use one of: ${all.join(", ")}.`);
}

function parsePositiveNumber(option: string, text: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new Error(`--${option} must be a number greater than 0, not "${text}".`);
  return value;
}
