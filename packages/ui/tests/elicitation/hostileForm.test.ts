import { describe, expect, it } from "vitest";
import { parseFormFields } from "../../src/elicitation/parseFormFields.js";
import { toSafePattern } from "../../src/elicitation/safePattern.js";

/** Parsed JSON can have properties with the names of methods, which then cannot be converted to text. */
const WITHOUT_TEXT = { toString: 1, valueOf: 1 };

describe("the schema of a form", () => {
  it.each([
    ["choices", { type: "string", enum: [WITHOUT_TEXT, [[WITHOUT_TEXT]], "a"] }],
    [
      "titled choices",
      { type: "string", oneOf: [{ const: WITHOUT_TEXT }, { const: "a", title: {} }] },
    ],
    ["default values", { type: "array", items: { enum: ["a"] }, default: [WITHOUT_TEXT] }],
    ["a format", { type: "string", enum: ["a"], format: WITHOUT_TEXT }],
    ["a format with the name of a method", { type: "string", enum: ["a"], format: "constructor" }],
  ])("accepts %s without a text", (_, property) => {
    const [field] = parseFormFields({ properties: { field: property } });
    expect(field?.choices).toEqual([{ value: "a", label: "a" }]);
    expect(field?.constraints).toEqual({});
  });

  it("accepts 5,000 fields and deep nesting", () => {
    let nested: unknown = { type: "string" };
    for (let depth = 0; depth < 20_000; depth += 1) nested = { type: "array", items: nested };
    const properties = Object.fromEntries(
      Array.from({ length: 5_000 }, (_, index) => [`field${index}`, { type: "string" }]),
    );
    const fields = parseFormFields({
      properties: { ...properties, nested },
      required: Object.keys(properties),
    });
    expect(fields).toHaveLength(5_001);
    expect(fields.filter(({ isRequired }) => isRequired)).toHaveLength(5_000);
    expect(fields.at(-1)?.kind).toBe("unknown");
  });
});

describe("the pattern of a text field", () => {
  it.each([
    "^[a-z0-9-]+$",
    "^\\d{4}-\\d{2}-\\d{2}$",
    "[^@\\s]+@[^@\\s]+",
    "^(a|b)c*$",
    "\\(+\\)",
    "[+*]{3}",
  ])("is checked by the browser: %s", (pattern) => {
    expect(toSafePattern(pattern)).toBe(pattern);
  });

  it.each([
    "(a+)+$",
    "(a|a)*b",
    "(.{1,9}){9,}",
    "a*a*a*b",
    "(a)\\1+",
    "(?<n>a)\\k<n>",
    "a".repeat(501),
    5,
  ])("is left to the agent if the browser could take very long: %s", (pattern) => {
    expect(toSafePattern(pattern)).toBeUndefined();
  });
});
