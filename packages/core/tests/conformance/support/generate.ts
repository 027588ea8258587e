import type { Definitions, Schema } from "./schema.js";
import { type Field, type Shape, shapesOf } from "./shapes.js";

type Json = Readonly<Record<string, unknown>>;

/** For each type, values that are invalid or unusual. */
const INVALID_VALUES = {
  string: [7, null, "", "_no such", "?!"],
  number: ["7", null, -1, 1.5],
  boolean: ["true", null],
  object: [7, null, []],
  list: [7, null, {}],
};

function invalidValuesFor(shape: Shape): readonly unknown[] {
  if (shape.kind !== "value") return INVALID_VALUES[shape.kind];
  const type = typeof shape.examples[0];
  return type in INVALID_VALUES ? INVALID_VALUES[type as keyof typeof INVALID_VALUES] : [];
}

/** Generates values for a schema. */
export interface Generator {
  /**
   * Returns valid values: a minimal one, one for each optional field and alternative, and one with
   * all fields.
   */
  examples(schema: Schema): readonly unknown[];
  /**
   * Returns values with a single invalid or unusual part, one for each position. With `covered`, a field
   * whose schema was in an earlier call with the same set gets only its first and its last nested fault.
   */
  faults(schema: Schema, covered?: Set<string>): readonly unknown[];
}

/** Creates a generator for the schemas of a set of definitions. */
export function createGenerator(definitions: Definitions): Generator {
  const examples = memoize((schema) => distinct(shapesOf(definitions, schema).flatMap(examplesOf)));
  const invalidValues = memoize((schema) => [
    ...new Set(shapesOf(definitions, schema).flatMap(invalidValuesFor)),
  ]);
  const faults = memoize((schema) => allFaults(schema));

  function allFaults(schema: Schema, covered?: Set<string>): unknown[] {
    // A field that several alternatives share gets its faults in only one of them.
    const seen = new Set<Schema>();
    return distinct(
      shapesOf(definitions, schema).flatMap((shape) => faultsOf(shape, seen, covered)),
    );
  }

  function examplesOf(shape: Shape): unknown[] {
    if (shape.kind === "value") return [...shape.examples];
    if (shape.kind === "list") {
      const items = examples(shape.items);
      const lists = [...items.map((item) => [item]), items];
      return shape.minItems > 0 ? lists : [[], ...lists];
    }
    const minimal = minimalObject(shape.fields);
    const each = Object.entries(shape.fields).flatMap(([name, { schema }]) =>
      examples(schema).map((value) => ({ ...minimal, [name]: value })),
    );
    return [minimal, ...each, objectWith(shape.fields), { ...minimal, _extra: { kept: [1] } }];
  }

  function faultsOf(shape: Shape, seen: Set<Schema>, covered?: Set<string>): unknown[] {
    if (shape.kind === "value") return [];
    if (shape.kind === "list") {
      const [good] = examples(shape.items);
      const bad = [...invalidValues(shape.items), ...faults(shape.items)];
      return [...bad.map((item) => [good, item, good]), invalidValues(shape.items)];
    }
    const minimal = minimalObject(shape.fields);
    return Object.entries(shape.fields).flatMap(([name, { schema, required }]) => {
      if (seen.has(schema)) return [];
      seen.add(schema);
      const key = JSON.stringify(schema);
      const nested = faults(schema);
      const chosen = covered?.has(key) ? [...nested.slice(0, 1), ...nested.slice(-1)] : nested;
      covered?.add(key);
      const wrong = [...invalidValues(schema), ...chosen].map((value) => ({
        ...minimal,
        [name]: value,
      }));
      return required ? [...wrong, withoutField(minimal, name)] : wrong;
    });
  }

  function minimalObject(fields: Readonly<Record<string, Field>>): Json {
    return objectWith(
      Object.fromEntries(Object.entries(fields).filter(([, { required }]) => required)),
    );
  }

  function objectWith(fields: Readonly<Record<string, Field>>): Json {
    const values = Object.entries(fields).map(([name, { schema }]) => [name, examples(schema)[0]]);
    return Object.fromEntries(values) as Json;
  }

  return {
    examples,
    faults: (schema, covered) => (covered ? allFaults(schema, covered) : faults(schema)),
  };
}

/** Removes repeated values. Alternatives with common fields share many examples. */
export function distinct(values: readonly unknown[]): unknown[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}

function withoutField(value: Json, name: string): Json {
  return Object.fromEntries(Object.entries(value).filter(([field]) => field !== name));
}

function memoize<Result>(make: (schema: Schema) => Result): (schema: Schema) => Result {
  const known = new WeakMap<Schema, Result>();
  return (schema) => {
    const result = known.get(schema) ?? make(schema);
    known.set(schema, result);
    return result;
  };
}
