import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { runWithFaults } from "./support/faultRun.js";

// More faults: MIRROR_FAULTS=12000 npx vitest run … packages/mirror/tests/faults.test.ts
const MIN_FAULTS = Number(process.env["MIRROR_FAULTS"] ?? 400);
const FIRST_SEED = Number(process.env["MIRROR_SEED"] ?? 1);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe.each([0.01, 0.1])("with %d of messages lost, doubled and reordered", (chance) => {
  it("shows no wrong state in a mirror, and the state of the owner after each quiet point", async () => {
    let faults = 0;
    let seed = FIRST_SEED;
    for (; faults < MIN_FAULTS / 2 && seed < FIRST_SEED + 5_000; seed++) {
      try {
        faults += await runWithFaults(seed, chance);
      } catch (error) {
        throw new Error(`Seed ${seed} with a chance of ${chance} failed.`, { cause: error });
      }
    }
    if (process.env["MIRROR_FAULTS"] !== undefined)
      process.stdout.write(`${faults} faults, seeds ${FIRST_SEED} to ${seed - 1}\n`);
    expect(faults).toBeGreaterThanOrEqual(MIN_FAULTS / 2);
  });
});
