import { expect, it } from "vitest";
import { clock } from "../../src/measure/clock.js";

function measureWork(rounds: number): number {
  const start = clock.now();
  let value = 1;
  for (let round = 0; round < rounds; round++) value = (value * 31 + round) | 0;
  return value === 0.5 ? 0 : clock.now() - start;
}

it("returns a longer time for more work", () => {
  measureWork(100_000);
  expect(measureWork(20_000_000)).toBeGreaterThan(measureWork(200_000));
});
