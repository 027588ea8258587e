import { expect, it } from "vitest";
import { clock } from "../../src/measure/clock.js";

function work(rounds: number): number {
  const began = clock.now();
  let value = 1;
  for (let round = 0; round < rounds; round++) value = (value * 31 + round) | 0;
  return value === 0.5 ? 0 : clock.now() - began;
}

it("counts more for more work", () => {
  work(100_000);
  expect(work(20_000_000)).toBeGreaterThan(work(200_000));
});
