import type { Random } from "./random.js";

const WORDS: readonly [string, ...string[]] = [
  "the",
  "parser",
  "now",
  "reads",
  "each",
  "line",
  "of",
  "a",
  "session",
  "and",
  "keeps",
  "what",
  "it",
  "does",
  "not",
  "know",
  "`index.ts`",
  "“quoted”",
  "tests",
  "pass.\n",
];

/** Returns random words, each followed by a space. */
export function createWords(random: Random, count: number): string {
  return Array.from({ length: count }, () => `${random.pick(WORDS)} `).join("");
}
