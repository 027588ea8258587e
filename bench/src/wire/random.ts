/** A random number generator that returns the same values on every machine and in every run. */
export interface Random {
  /** Returns an integer from 0 to `limit - 1`. */
  below(limit: number): number;
  /** Returns a random item of a list. */
  pick<Item>(list: readonly [Item, ...Item[]]): Item;
  /** Returns an id of random letters and digits after a prefix. */
  id(prefix: string, length: number): string;
}

const SEED = 1;
const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Creates a Mulberry32 generator. Its 32 bits of state are sufficient for workloads. */
export function createRandom(): Random {
  let state = SEED;

  function next(): number {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  const below = (limit: number): number => Math.floor(next() * limit);
  const letter = (): string => ALPHABET.charAt(below(ALPHABET.length));

  return {
    below,
    pick: (list) => list[below(list.length)] ?? list[0],
    id: (prefix, length) => prefix + Array.from({ length }, letter).join(""),
  };
}
