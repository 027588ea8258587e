import { parseArgs } from "node:util";
import { parts } from "./parts/parts.js";

/** What the command line asks for. */
export interface Options {
  readonly only: readonly string[];
  readonly rounds: number;
  readonly scale: number;
  readonly seed: number;
  readonly json?: string;
  readonly markdown?: string;
  readonly check: boolean;
}

export const USAGE: string = `pnpm bench [part …] [options]

parts: ${Object.keys(parts).join(" ")}

  --only NAME,NAME   the same as naming parts
  --rounds N         how often each contestant runs (9)
  --scale X          size of the workloads (1); the targets are about 1
  --seed N           what the workloads are mixed by (1)
  --json FILE        write the figures to a file as well
  --markdown FILE    write the table to a file as well; in a file with the lines
                     <!-- table --> and <!-- /table --> only what is between them
  --check            exit with 1 if a target is missed`;

/** @throws Error if something is asked for that does not exist. */
export function readOptions(args: string[]): Options {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      only: { type: "string", default: "" },
      rounds: { type: "string", default: "9" },
      scale: { type: "string", default: "1" },
      seed: { type: "string", default: "1" },
      json: { type: "string" },
      markdown: { type: "string" },
      check: { type: "boolean", default: false },
    },
  });
  const { json, markdown, check } = values;
  return {
    only: partNames([...positionals, ...values.only.split(",")]),
    rounds: positive("rounds", values.rounds),
    scale: positive("scale", values.scale),
    seed: positive("seed", values.seed),
    check,
    ...(json !== undefined && { json }),
    ...(markdown !== undefined && { markdown }),
  };
}

function partNames(asked: readonly string[]): readonly string[] {
  const all = Object.keys(parts);
  const named = asked.filter((name) => name !== "").map((name) => [name, find(all, name)] as const);
  const unknown = named.find(([, found]) => found === undefined);
  if (unknown) throw new Error(`There is no part "${unknown[0]}".`);
  return named.length === 0 ? all : all.filter((name) => named.some(([, found]) => found === name));
}

function find(all: readonly string[], name: string): string | undefined {
  return all.find((one) => one.toLowerCase() === name.toLowerCase());
}

function positive(option: string, text: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new Error(`--${option} needs a number above 0, not "${text}".`);
  return value;
}
