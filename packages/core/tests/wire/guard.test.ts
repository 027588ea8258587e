import fc from "fast-check";
import * as z from "zod/mini";
import { describe, expect, it } from "vitest";
import { guardOf } from "../../src/wire/guard.js";
import { lenientList, openUnion } from "../../src/wire/schema.js";
import * as common from "../../src/wire/commonSchemas.js";
import * as commonUpdates from "../../src/wire/commonUpdates.js";
import * as v1 from "../../src/wire/v1/schemas.js";
import * as updatesV1 from "../../src/wire/v1/updates.js";
import * as v2 from "../../src/wire/v2/schemas.js";
import * as updatesV2 from "../../src/wire/v2/updates.js";
import { distinct } from "../conformance/support/generate.js";
import { loadOfficialSchema } from "../conformance/support/judge.js";
import { updateKinds } from "../conformance/support/schema.js";

const contentUpdates = [v1, v2].map(({ contentBlockSchema }) =>
  commonUpdates.contentUpdateSchemasOf(contentBlockSchema),
);
const schemas = [common, commonUpdates, v1, v2, updatesV1, updatesV2, ...contentUpdates]
  .flatMap((module: object): [string, unknown][] => Object.entries(module))
  .filter((entry): entry is [string, z.core.$ZodType] => entry[1] instanceof z.core.$ZodType);

/** Examples of every update in the official schemas, both valid and malformed, without repetitions. */
const messages = distinct(
  ([1, 2] as const).flatMap((version) => {
    const { definitions, generate } = loadOfficialSchema(version, "unstable");
    return updateKinds(definitions).flatMap(({ schema }) => [
      ...generate.examples(schema),
      ...generate.faults(schema),
    ]);
  }),
);

describe("a guard", () => {
  it.each(schemas)("agrees with its schema on every message: %s", (_name, schema) => {
    const guard = guardOf(schema);
    const mismatches = messages.filter(
      (message) => guard(message) !== z.safeParse(schema, message).success,
    );
    expect(mismatches).toEqual([]);
  });

  const sample = z.object({
    text: z.string(),
    short: z.nullish(z.string().check(z.minLength(1))),
    count: z.optional(z.number().check(z.nonnegative())),
    yes: z.nullable(z.boolean()),
    any: z.optional(z.unknown()),
    list: z.nullish(lenientList(z.string(), 1)),
    items: z.optional(lenientList(openUnion("type", { a: z.object({ n: z.number() }) }))),
  });
  const value = fc.oneof(
    fc.constantFrom<unknown>(undefined, null, "", "x", 0, -1, Number.NaN, true),
    fc.constantFrom<unknown>([], [""], [null], {}, [{ type: "a", n: 1 }], [{ type: "b" }]),
    fc.constantFrom<unknown>([{ type: "a" }], [{}], new Date(0), ["a", "b"]),
  );

  it("agrees with its schema on any value", () => {
    const object = fc.record(
      {
        text: value,
        short: value,
        count: value,
        yes: value,
        any: value,
        list: value,
        items: value,
      },
      { requiredKeys: [] },
    );
    const guard = guardOf(sample);
    let acceptedCount = 0;
    const good = fc.record(
      { text: fc.string(), yes: fc.option(fc.boolean()), any: value, list: fc.constant(null) },
      { requiredKeys: ["text", "yes"] },
    );
    fc.assert(
      fc.property(fc.oneof(value, object, good), (candidate) => {
        const { success } = sample.safeParse(candidate);
        if (success) acceptedCount++;
        expect(guard(candidate)).toBe(success);
      }),
      { numRuns: 1000 },
    );
    expect(acceptedCount).toBeGreaterThan(100);
  });

  it.each<[string, z.ZodMiniType]>([
    ["a number", z.number()],
    ["a count", z.int().check(z.nonnegative())],
    ["an integer of another format", z.int32()],
    ["a number with a maximum", z.number().check(z.maximum(1))],
    ["a number above a limit", z.number().check(z.gt(0))],
    ["a literal", z.literal(["x", 1])],
    ["an enum", z.enum(["x", "y"])],
    ["a tuple", z.tuple([z.string(), z.number()])],
    ["a tuple with a rest", z.tuple([z.string()], z.number())],
    ["a union", z.union([z.string(), z.object({ n: z.number() })])],
    ["a record", z.record(z.string(), z.number())],
  ])("agrees with the schema of %s on any value", (_name, schema) => {
    const guard = guardOf(schema);
    const values: unknown[] = [
      undefined,
      null,
      "",
      "x",
      "y",
      true,
      -1,
      0,
      0.5,
      1,
      2 ** 40,
      2 ** 53,
    ];
    values.push(Number.NaN, Infinity, [], ["x"], ["x", 1], ["x", "y"], ["x", 1, 2], ["x", 1, "y"]);
    values.push({}, { n: 1 }, { n: "x" }, { m: 1 });
    for (const candidate of values)
      expect([candidate, guard(candidate)]).toEqual([
        candidate,
        schema.safeParse(candidate).success,
      ]);
  });

  it.each<[string, z.ZodMiniType]>([
    ["an object that needs no field", z.object({ text: z.optional(z.string()) })],
    ["a string that must not be empty", z.string().check(z.minLength(1))],
    ["a list that must have an item", lenientList(z.string(), 1)],
  ])("agrees with %s on empty values", (_name, schema) => {
    const empty = [undefined, null, "", [], {}];
    expect(empty.map(guardOf(schema))).toEqual(empty.map((item) => schema.safeParse(item).success));
  });

  it("does not call zod for checks that it implements", () => {
    const schema = forbidParsing(
      z.object({
        text: forbidParsing(z.string()),
        yes: forbidParsing(z.optional(forbidParsing(z.boolean()))),
        any: forbidParsing(z.unknown()),
        list: forbidParsing(z.nullable(forbidParsing(z.array(forbidParsing(z.string()))))),
        item: forbidParsing(
          openUnion("type", { a: forbidParsing(z.object({ n: forbidParsing(z.string()) })) }),
        ),
      }),
    );
    const item = { type: "a", n: "1" };
    const guard = guardOf(schema);
    expect(guard({ text: "a", yes: true, any: 1, list: ["b"], item })).toBe(true);
    expect(guard({ text: "a", any: 1, list: null, item })).toBe(true);
    expect(guard({ text: "a", any: 1, list: [1], item })).toBe(false);
    expect(() => z.safeParse(schema, {})).toThrow("zod was called");
  });

  it("is cached for each schema", () => {
    const schema = z.object({ text: z.string() });
    expect(guardOf(schema)).toBe(guardOf(schema));
  });
});

/** Makes a schema throw when zod parses with it. */
function forbidParsing<Type extends z.core.$ZodType>(schema: Type): Type {
  const run = () => {
    throw new Error("zod was called");
  };
  Object.assign(schema._zod, { run, parse: run });
  return schema;
}
