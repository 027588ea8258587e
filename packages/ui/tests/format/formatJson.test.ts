import { describe, expect, it } from "vitest";
import { clipText } from "../../src/format/clipText.js";
import { formatJson } from "../../src/format/formatJson.js";

/** Nests arrays, the innermost of which contains a text. */
function nest(depth: number): unknown {
  let value: unknown = "innermost";
  for (let level = 0; level < depth; level += 1) value = [value];
  return value;
}

describe("formatJson", () => {
  it.each([
    ["a text", 'a "b"'],
    ["scalars", [1.5, true, null, Number.NaN, -0]],
    ["empty values", { a: {}, b: [], c: [[]] }],
    ["nested values", { a: { b: [1, { c: "d\n" }] }, "e f": null }],
    ["values that JSON leaves out", { a: undefined, b: [undefined], c: () => 1 }],
    ["names of the prototype", JSON.parse('{"__proto__":1,"toString":2}')],
  ])("returns the same text as JSON.stringify: %s", (_, value) => {
    expect(formatJson(value)).toBe(JSON.stringify(value, null, 2));
  });

  it("formats values that JSON does not know", () => {
    expect(formatJson({ a: 1n })).toBe('{\n  "a": 1\n}');
    expect(formatJson(undefined)).toBe("null");
  });

  it("shows a value that is nested 100,000 deep, in a text of linear length", () => {
    const text = formatJson(nest(100_000));
    expect(text).toContain('"innermost"');
    expect(text.length).toBeLessThan(100_000 * 100);
  });

  it("stops at the maximum of characters", () => {
    const shared = "x".repeat(1_000_000);
    const value = Array.from({ length: 2_000 }, () => [shared]);
    expect(formatJson(value, 10_000)).toHaveLength(10_001);
    // Without a maximum, the text would be longer than a text can be.
    expect(formatJson(value)).toHaveLength(20_000_001);
  });

  it("shows 100,000 keys and a text of 1 MB", () => {
    const value = Object.fromEntries(Array.from({ length: 100_000 }, (_, n) => [`key${n}`, n]));
    expect(formatJson(value).split("\n")).toHaveLength(100_002);
    expect(formatJson("x".repeat(1_000_000))).toHaveLength(1_000_002);
  });
});

it("clips a text without dividing a character", () => {
  expect(clipText("short", 5)).toBe("short");
  expect(clipText("longer", 5)).toBe("longe…");
  expect(clipText("a😀b", 2)).toBe("a…");
});
