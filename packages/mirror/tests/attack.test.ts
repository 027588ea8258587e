import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { runAttack } from "./support/attackRun.js";

// A long run: MIRROR_ATTACK_SECONDS=600 npx vitest run … packages/mirror/tests/attack.test.ts
const SECONDS = process.env["MIRROR_ATTACK_SECONDS"];
const FIRST_SEED = Number(
  process.env["MIRROR_SEED"] ?? (SECONDS === undefined ? 1 : Math.floor(Math.random() * 1e9)),
);
const SEEDS = 10;

const now = performance.now.bind(performance);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it(
  "serves other mirrors while links, redactors and hostile mirrors do their worst",
  async () => {
    let attacks = 0;
    let seed = FIRST_SEED;
    const end = now() + Number(SECONDS ?? 0) * 1_000;
    for (; SECONDS === undefined ? seed < FIRST_SEED + SEEDS : now() < end; seed++) {
      try {
        attacks += await runAttack(seed);
      } catch (error) {
        throw new Error(`Seed ${seed} failed.`, { cause: error });
      }
    }
    if (SECONDS !== undefined)
      process.stdout.write(`${attacks} attacks, seeds ${FIRST_SEED} to ${seed - 1}\n`);
    expect(attacks).toBeGreaterThan(100);
  },
  (Number(SECONDS ?? 0) + 60) * 1_000,
);
