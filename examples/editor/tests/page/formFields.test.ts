import { describe, expect, it } from "vitest";
import { answersOf, formFields } from "../../src/elicitation/formFields.js";

const form = (properties: Record<string, unknown>, required?: string[]) =>
  formFields({ type: "object", properties, ...(required && { required }) });

function filledIn(values: Record<string, string | string[]>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(values))
    for (const one of [value].flat()) data.append(name, one);
  return data;
}

describe("the fields of a form", () => {
  it.each([
    [{ type: "string" }, "text"],
    [{ type: "string", enum: ["a"] }, "one"],
    [{ type: "string", oneOf: [{ const: "a", title: "A" }] }, "one"],
    [{ type: "number" }, "number"],
    [{ type: "integer" }, "number"],
    [{ type: "boolean" }, "boolean"],
    [{ type: "array", items: { type: "string", enum: ["a"] } }, "many"],
    [{ type: "array", items: { anyOf: [{ const: "a", title: "A" }] } }, "many"],
    [{ type: "_colour" }, "unknown"],
  ])("know what to ask for %o with", (property, kind) => {
    expect(form({ field: property })[0]?.kind).toBe(kind);
  });

  it("are called by their title, or else their name", () => {
    const fields = form({ a: { type: "string", title: "First" }, b: { type: "string" } }, ["b"]);
    expect(fields.map(({ label, isRequired }) => [label, isRequired])).toEqual([
      ["First", false],
      ["b", true],
    ]);
  });

  it("offer values by their title", () => {
    const oneOf = [{ const: "s", title: "Small" }, { const: "l" }];
    expect(form({ size: { type: "string", oneOf } })[0]?.choices).toEqual([
      { value: "s", label: "Small" },
      { value: "l", label: "l" },
    ]);
  });

  it("let the browser check what the schema asks for", () => {
    const [mail, days] = form({
      mail: { type: "string", format: "email", maxLength: 40 },
      days: { type: "integer", minimum: 1, maximum: 9, default: 3 },
    });
    expect(mail?.checks).toEqual({ type: "email", maxLength: 40 });
    expect(days?.checks).toEqual({ min: 1, max: 9 });
    expect(days?.initial).toBe("3");
  });

  it("are none where the schema is broken", () => {
    expect(formFields()).toEqual([]);
    expect(formFields({ properties: [], required: "all" })).toEqual([]);
    expect(form({ broken: "string" })).toEqual([]);
  });
});

describe("the answers to a form", () => {
  const fields = form({
    name: { type: "string" },
    days: { type: "integer" },
    tested: { type: "boolean" },
    tags: { type: "array", items: { enum: ["a", "b"] } },
  });

  it("have the types of the schema", () => {
    const data = filledIn({ name: "Ada", days: "3", tested: "on", tags: ["a", "b"] });
    expect(answersOf(fields, data)).toEqual({
      name: "Ada",
      days: 3,
      tested: true,
      tags: ["a", "b"],
    });
  });

  it("leave out what was left empty", () => {
    const data = filledIn({ name: "", days: "" });
    expect(answersOf(fields, data)).toEqual({ tested: false, tags: [] });
  });
});
