import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { type Schema, WITH_MESSAGES } from "../../src/wire/schema.js";

describe("the message of an issue", () => {
  const cases: readonly [expected: string, schema: Schema, value: unknown][] = [
    ["expected string, received undefined", z.string(), undefined],
    ["expected string, received null", z.string(), null],
    ["expected object, received array", z.object({}), []],
    ["expected array, received object", z.array(z.string()), {}],
    ["expected number, received NaN", z.number(), Number.NaN],
    ['expected "low" or "high"', z.enum(["low", "high"]), "middle"],
    ["expected 2", z.literal(2), 3],
    ["expected at least 1", z.number().check(z.minimum(1)), 0],
    ["expected at most 1", z.number().check(z.maximum(1)), 2],
    ["expected at least 1 items", z.array(z.string()).check(z.minLength(1)), []],
    ["expected a multiple of 1", z.number().check(z.multipleOf(1)), 1.5],
  ];

  it.each(cases)("says %j", (expected, schema, value) => {
    const { error } = z.safeParse(schema, value, WITH_MESSAGES);
    expect(error?.issues.map(({ message }) => message)).toEqual([`Invalid input: ${expected}`]);
  });

  it("names nothing that is expected if several schemas are possible", () => {
    const schema = z.union([z.string(), z.number()]);
    const { error } = z.safeParse(schema, true, WITH_MESSAGES);
    expect(error?.issues.map(({ message }) => message)).toEqual(["Invalid input"]);
  });
});
