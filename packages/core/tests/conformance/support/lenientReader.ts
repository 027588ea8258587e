import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { type Definitions, definition, nameOf, type Schema } from "./schema.js";

type Path = readonly (string | number)[];

/** A part that has to be removed from a value to make it valid. */
export interface DroppedPart {
  readonly code: "invalid_field" | "invalid_item";
  readonly path: Path;
}

/** The remaining valid value and the parts that were dropped from it. */
export interface LenientReading {
  readonly value: unknown;
  readonly dropped: readonly DroppedPart[];
}

export interface LenientReader {
  /** Returns whether a value is valid without changes. */
  accepts(schema: Schema, value: unknown): boolean;
  /**
   * Reads a value by the `x-deserialize-*` rules. Returns `undefined` if a required part is missing
   * or malformed.
   */
  read(schema: Schema, value: unknown): LenientReading | undefined;
}

/** Saves time: the schemas are valid, most validators run only a few times, and nobody reads errors. */
const FAST_OPTIONS = {
  validateSchema: false,
  addUsedSchema: false,
  inlineRefs: false,
  code: { optimize: false },
  messages: false,
};

/** Creates a reader that follows the official schemas and validates with ajv. */
export function createLenientReader(definitions: Definitions): LenientReader {
  // In this draft, formats are annotations. The `x-` keywords are specific to these schemas.
  const ajv = new Ajv2020({ strict: false, validateFormats: false, ...FAST_OPTIONS });
  // A definition with a name is compiled once, however many schemas refer to it.
  for (const [name, schema] of Object.entries(definitions))
    ajv.addSchema(withNamedReferences(schema), name);
  const validators = new WeakMap<Schema, ValidateFunction>();

  function accepts(schema: Schema, value: unknown): boolean {
    let validate = validators.get(schema);
    if (validate === undefined) {
      validate = ajv.compile(withNamedReferences(schema));
      validators.set(schema, validate);
    }
    return validate(value) as boolean;
  }

  function read(schema: Schema, value: unknown, path: Path = []): LenientReading | undefined {
    if (schema.$ref !== undefined)
      return read(definition(definitions, nameOf(schema.$ref)), value, path);
    if (isOtherVariant(schema, value)) return undefined;
    if (accepts(schema, value)) return { value, dropped: [] };
    const own = readOwn(schema, value, path);
    const alternatives = schema.anyOf ?? schema.oneOf;
    let readings = own === undefined ? [] : [own];
    for (const part of schema.allOf ?? []) readings = readings.flatMap(readNext(part, path));
    if (alternatives)
      readings = readings.flatMap((reading) =>
        alternatives.flatMap((part) => readNext(part, path)(reading)),
      );
    return readings
      .filter((reading) => reading.value !== value && accepts(schema, reading.value))
      .sort((a, b) => a.dropped.length - b.dropped.length)[0];
  }

  function readNext(part: Schema, path: Path): (before: LenientReading) => LenientReading[] {
    return (before) => {
      const next = read(part, before.value, path);
      return next ? [{ value: next.value, dropped: [...before.dropped, ...next.dropped] }] : [];
    };
  }

  function readOwn(schema: Schema, value: unknown, path: Path): LenientReading | undefined {
    if (Array.isArray(value))
      return schema.items ? readItems(schema, value, path) : unchanged(value);
    if (typeof value !== "object" || value === null) return unchanged(value);
    return readFields(schema, value as Record<string, unknown>, path);
  }

  function readItems(schema: Schema, value: readonly unknown[], path: Path) {
    const kept: unknown[] = [];
    const dropped: DroppedPart[] = [];
    for (const [index, item] of value.entries()) {
      const here = [...path, index];
      const reading = read(schema.items ?? {}, item, here);
      if (reading) {
        kept.push(reading.value);
        dropped.push(...reading.dropped);
      } else if (schema["x-deserialize-skip-invalid-items"]) {
        dropped.push({ code: "invalid_item", path: here });
      } else return undefined;
    }
    return { value: isSame(kept, value) ? value : kept, dropped };
  }

  function readFields(schema: Schema, value: Readonly<Record<string, unknown>>, path: Path) {
    const kept = { ...value };
    const dropped: DroppedPart[] = [];
    for (const [name, field] of Object.entries(schema.properties ?? {})) {
      if (!Object.hasOwn(value, name)) continue;
      const here = [...path, name];
      const reading = read(field, value[name], here);
      const optional = !schema.required?.includes(name);
      if (reading) {
        kept[name] = reading.value;
        dropped.push(...reading.dropped);
      } else if (optional && value[name] === null) {
        // Deviation: null is treated as absent.
        delete kept[name];
      } else if (optional && field["x-deserialize-default-on-error"]) {
        // Deviation: a malformed required list is not treated as empty. Only optional fields have a
        // default.
        delete kept[name];
        dropped.push({ code: "invalid_field", path: here });
      } else return undefined;
    }
    return { value: isSame(kept, value) ? value : kept, dropped };
  }

  return { accepts, read };
}

/** Returns a copy of a schema in which a `$ref` is the name of a definition. */
function withNamedReferences(schema: Schema): Record<string, unknown> {
  const text = JSON.stringify(schema).replaceAll('"$ref":"#/$defs/', '"$ref":"');
  return JSON.parse(text) as Record<string, unknown>;
}

/** Returns whether a constant of the variant does not match. This is faster than using ajv. */
function isOtherVariant({ properties = {}, required = [] }: Schema, value: unknown): boolean {
  return Object.entries(properties).some(
    ([name, field]) =>
      field.const !== undefined &&
      required.includes(name) &&
      (value as Record<string, unknown> | null)?.[name] !== field.const,
  );
}

/** Returns whether nothing was removed from a value, and no part of it was replaced. */
function isSame(kept: object, value: object): boolean {
  const parts = Object.entries(value);
  return (
    Object.keys(kept).length === parts.length &&
    parts.every(([key, part]) => (kept as Record<string, unknown>)[key] === part)
  );
}

function unchanged(value: unknown): LenientReading {
  return { value, dropped: [] };
}
