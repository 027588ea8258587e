import { expect, it } from "vitest";
import { computeSpread } from "../../src/measure/spread.js";

it("returns the middle value of an odd number of values as the median", () => {
  expect(computeSpread([3, 1, 2])).toEqual({ median: 2, low: 1, high: 3 });
});

it("returns the mean of the two middle values of an even number of values", () => {
  expect(computeSpread([4, 1, 2, 10]).median).toBe(3);
});
