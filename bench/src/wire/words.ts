import type { Random } from "./random.js";

const [FIRST_WORD = "", ...OTHER_WORDS] =
  "the parser now reads each line of a session and keeps what it does not know `index.ts` “quoted” tests pass.\n".split(
    " ",
  );
const WORDS: readonly [string, ...string[]] = [FIRST_WORD, ...OTHER_WORDS];

/** Returns random words, each followed by a space. */
export function createWords(random: Random, count: number): string {
  return Array.from({ length: count }, () => `${random.pick(WORDS)} `).join("");
}
