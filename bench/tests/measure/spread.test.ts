import { expect, it } from "vitest";
import { spreadOf } from "../../src/measure/spread.js";

it("takes the middle of an odd number of values", () => {
  expect(spreadOf([3, 1, 2])).toEqual({ median: 2, low: 1, high: 3 });
});

it("takes the mean of the two middle values of an even number", () => {
  expect(spreadOf([4, 1, 2, 10]).median).toBe(3);
});
