import { describe, expect, it } from "vitest";
import { readFormAnswers, parseFormFields } from "../../src/elicitation/parseFormFields.js";

const parseForm = (properties: Record<string, unknown>, required?: string[]) =>
  parseFormFields({ type: "object", properties, ...(required && { required }) });

function toFormData(values: Record<string, string | string[]>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(values))
    for (const item of [value].flat()) data.append(name, item);
  return data;
}

describe("parseFormFields", () => {
  it.each([
    [{ type: "string" }, "text"],
    [{ type: "string", enum: ["a"] }, "single_choice"],
    [{ type: "string", oneOf: [{ const: "a", title: "A" }] }, "single_choice"],
    [{ type: "number" }, "number"],
    [{ type: "integer" }, "number"],
    [{ type: "boolean" }, "boolean"],
    [{ type: "array", items: { type: "string", enum: ["a"] } }, "multiple_choice"],
    [{ type: "array", items: { anyOf: [{ const: "a", title: "A" }] } }, "multiple_choice"],
    [{ type: "_color" }, "unknown"],
  ])("maps %o to the right kind of control", (property, kind) => {
    expect(parseForm({ field: property })[0]?.kind).toBe(kind);
  });

  it("labels a field with its title, or else its name", () => {
    const fields = parseForm({ a: { type: "string", title: "First" }, b: { type: "string" } }, [
      "b",
    ]);
    expect(fields.map(({ label, isRequired }) => [label, isRequired])).toEqual([
      ["First", false],
      ["b", true],
    ]);
  });

  it("labels choices with their titles", () => {
    const oneOf = [{ const: "s", title: "Small" }, { const: "l" }];
    expect(parseForm({ size: { type: "string", oneOf } })[0]?.choices).toEqual([
      { value: "s", label: "Small" },
      { value: "l", label: "l" },
    ]);
  });

  it("translates schema constraints to input attributes", () => {
    const [mail, days] = parseForm({
      mail: { type: "string", format: "email", maxLength: 40 },
      days: { type: "integer", minimum: 1, maximum: 9, default: 3 },
    });
    expect(mail?.constraints).toEqual({ type: "email", maxLength: 40 });
    expect(days?.constraints).toEqual({ min: 1, max: 9 });
    expect(days?.initial).toBe("3");
  });

  it("returns no fields for an invalid schema", () => {
    expect(parseFormFields()).toEqual([]);
    expect(parseFormFields({ properties: [], required: "all" })).toEqual([]);
    expect(parseForm({ broken: "string" })).toEqual([]);
  });
});

describe("readFormAnswers", () => {
  const fields = parseForm({
    name: { type: "string" },
    days: { type: "integer" },
    tested: { type: "boolean" },
    tags: { type: "array", items: { enum: ["a", "b"] } },
  });

  it("converts values to the types of the schema", () => {
    const data = toFormData({ name: "Ada", days: "3", tested: "on", tags: ["a", "b"] });
    expect(readFormAnswers(fields, data)).toEqual({
      name: "Ada",
      days: 3,
      tested: true,
      tags: ["a", "b"],
    });
  });

  it("omits empty text and number fields", () => {
    const data = toFormData({ name: "", days: "" });
    expect(readFormAnswers(fields, data)).toEqual({ tested: false, tags: [] });
  });
});
