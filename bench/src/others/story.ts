import { createRandom } from "../wire/random.js";
import { words } from "../wire/words.js";
import { scaled, type Size } from "../workloads/workload.js";
import type { StoryCall } from "./dialect.js";

/** The pieces of one message. */
export function storyPieces(count: number, size: Size): string[] {
  const random = createRandom(size.seed);
  return Array.from({ length: scaled(count, size) }, () => words(random, 3));
}

/** Tool calls, one after the other. */
export function storyCalls(count: number, size: Size): StoryCall[] {
  const random = createRandom(size.seed);
  return Array.from({ length: scaled(count, size) }, () => ({
    id: random.id("toolu_", 24),
    path: `/home/user/project/src/${random.id("file", 6)}.ts`,
    output: words(random, 40),
  }));
}
