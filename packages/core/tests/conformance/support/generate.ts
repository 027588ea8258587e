import type { Definitions, Schema } from "./schema.js";
import { type Field, type Shape, shapesOf } from "./shapes.js";

type Json = Readonly<Record<string, unknown>>;

/** Values that are invalid or unusual in place of a value of this type. */
const MISFITS = {
  string: [7, null, "", "_no such", "?!"],
  number: ["7", null, -1, 1.5],
  boolean: ["true", null],
  object: [7, null, []],
  list: [7, null, {}],
};

function misfitsFor(shape: Shape): readonly unknown[] {
  if (shape.is !== "value") return MISFITS[shape.is];
  const type = typeof shape.examples[0];
  return type in MISFITS ? MISFITS[type as keyof typeof MISFITS] : [];
}

/** Makes values after a schema. */
export interface Generator {
  /** Valid: the least, each optional field and each alternative on its own, all fields at once. */
  examples(schema: Schema): readonly unknown[];
  /** With one thing wrong, or at least unusual: every place in turn. */
  faults(schema: Schema): readonly unknown[];
}

export function generator(definitions: Definitions): Generator {
  const examples = remembered((schema) => shapesOf(definitions, schema).flatMap(examplesOf));
  const misfits = remembered((schema) => [
    ...new Set(shapesOf(definitions, schema).flatMap(misfitsFor)),
  ]);
  const faults = remembered((schema) => {
    // A fault in the common part of the alternatives is put into one of them only.
    const seen = new Set<Schema>();
    return shapesOf(definitions, schema).flatMap((shape) => faultsOf(shape, seen));
  });

  function examplesOf(shape: Shape): unknown[] {
    if (shape.is === "value") return [...shape.examples];
    if (shape.is === "list") {
      const items = examples(shape.items);
      const lists = [...items.map((item) => [item]), items];
      return shape.atLeast > 0 ? lists : [[], ...lists];
    }
    const least = leastOf(shape.fields);
    const each = Object.entries(shape.fields).flatMap(([name, { schema }]) =>
      examples(schema).map((value) => ({ ...least, [name]: value })),
    );
    return [least, ...each, allOf(shape.fields), { ...least, _extra: { kept: [1] } }];
  }

  function faultsOf(shape: Shape, seen: Set<Schema>): unknown[] {
    if (shape.is === "value") return [];
    if (shape.is === "list") {
      const [good] = examples(shape.items);
      const bad = [...misfits(shape.items), ...faults(shape.items)];
      return [...bad.map((item) => [good, item, good]), misfits(shape.items)];
    }
    const least = leastOf(shape.fields);
    return Object.entries(shape.fields).flatMap(([name, { schema, required }]) => {
      if (seen.has(schema)) return [];
      seen.add(schema);
      const wrong = [...misfits(schema), ...faults(schema)].map((value) => ({
        ...least,
        [name]: value,
      }));
      return required ? [...wrong, withoutField(least, name)] : wrong;
    });
  }

  function leastOf(fields: Readonly<Record<string, Field>>): Json {
    return allOf(Object.fromEntries(Object.entries(fields).filter(([, { required }]) => required)));
  }

  function allOf(fields: Readonly<Record<string, Field>>): Json {
    const values = Object.entries(fields).map(([name, { schema }]) => [name, examples(schema)[0]]);
    return Object.fromEntries(values) as Json;
  }

  return { examples, faults };
}

function withoutField(value: Json, name: string): Json {
  return Object.fromEntries(Object.entries(value).filter(([field]) => field !== name));
}

function remembered<Result>(make: (schema: Schema) => Result): (schema: Schema) => Result {
  const known = new WeakMap<Schema, Result>();
  return (schema) => {
    const result = known.get(schema) ?? make(schema);
    known.set(schema, result);
    return result;
  };
}
