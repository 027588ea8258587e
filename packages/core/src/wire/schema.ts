import * as core from "zod/v4/core";
import * as z from "zod/mini";
import type { Unrecognized } from "../state/content.js";

/** Any schema. Helpers that take one keep its inferred type. */
export type Schema = z.core.$ZodType;

/**
 * Gives the issues of a parse their messages. `zod/mini` has none, zod's English messages
 * would add 1 kB for checks that no schema uses, and `z.config` would change the application's zod.
 */
export const WITH_MESSAGES: z.core.ParseContext<z.core.$ZodIssue> = {
  error: (issue) => `Invalid input${describeExpectation(issue)}`,
};

function describeExpectation(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return `: expected ${issue.expected}, received ${receivedType(issue.input)}`;
    case "invalid_value":
      return `: expected ${issue.values.map((value) => JSON.stringify(value)).join(" or ")}`;
    case "too_small":
      return `: expected at least ${issue.minimum}${itemsOf(issue.origin)}`;
    case "too_big":
      return `: expected at most ${issue.maximum}${itemsOf(issue.origin)}`;
    case "not_multiple_of":
      return `: expected a multiple of ${issue.divisor}`;
    default:
      return "";
  }
}

function receivedType(input: unknown): string {
  if (Array.isArray(input)) return "array";
  return input === null || Number.isNaN(input) ? String(input) : typeof input;
}

function itemsOf(origin: string): string {
  return origin === "array" ? " items" : "";
}

/**
 * The tolerance of a schema, by the official schemas' `x-deserialize-*` rules: a malformed optional
 * field is dropped unless it is strict, a malformed item is dropped from a lenient list only.
 */
const lenientLists = new WeakSet<Schema>();
const strictFields = new WeakSet<Schema>();
const variantSelectors = new WeakMap<Schema, SelectVariant>();

/** Selects the schema that a value has to follow, by looking at the value. */
type SelectVariant = (value: unknown) => Schema;

/**
 * Returns the schema of an optional field. Its inferred type excludes `undefined`, because JSON has
 * none: `parseLenient` removes a field that is explicitly `undefined`.
 */
export function optional<Field extends Schema>(field: Field): z.ZodMiniExactOptional<Field> {
  return z.exactOptional(field);
}

/** Returns the schema of an optional field that may be `null`. */
export function nullish<Field extends Schema>(
  field: Field,
): z.ZodMiniExactOptional<z.ZodMiniNullable<Field>> {
  return z.exactOptional(z.nullable(field));
}

/** Returns the schema of a list whose malformed items are skipped. `minLength` items must remain. */
export function lenientList<Item extends Schema>(item: Item, minLength = 0): z.ZodMiniArray<Item> {
  const list = minLength === 0 ? z.array(item) : z.array(item).check(z.minLength(minLength));
  lenientLists.add(list);
  return list;
}

/** Marks an optional field as strict: if it is malformed, the object that contains it is too. */
export function strict<Field extends Schema>(field: Field): Field {
  strictFields.add(field);
  return field;
}

/**
 * Returns a schema that selects one of several schemas before it checks anything, so that issues
 * name the part that is wrong.
 */
export function selectSchema<Variant extends Schema>(
  select: (value: unknown) => Variant,
): z.ZodMiniType<z.output<Variant>> {
  return typedSchema<z.output<Variant>>(select);
}

/** The check accepts only values of the selected schema, so that the schema may have its type. */
function typedSchema<Output>(select: SelectVariant): z.ZodMiniType<Output>;
function typedSchema(select: SelectVariant): z.ZodMiniType {
  // Not a refinement of an object schema, which would check a copy and be ten times as slow.
  const schema = z.unknown().check(({ value, issues }) => {
    const result = z.safeParse(select(value), value, WITH_MESSAGES);
    if (result.success) return;
    for (const { message, path } of result.error.issues) {
      issues.push({ code: "custom", input: value, message, path });
    }
  });
  variantSelectors.set(schema, select);
  return schema;
}

/** Returns the function that selects the variant, for a schema made by {@link selectSchema}. */
export function variantSelectorOf(schema: Schema): SelectVariant | undefined {
  return variantSelectors.get(schema);
}

type Variants = Readonly<Record<string, Schema>>;

/** The inferred type of {@link openUnion}. */
export type OpenUnion<Tag extends string, Known extends Variants, Other> =
  | {
      [Name in keyof Known]: { [Field in Tag]: Name } & z.output<Known[Name]>;
    }[keyof Known]
  | ({ [Field in Tag]: Unrecognized } & Other & { [field: string]: unknown });

/**
 * Returns the schema of a union that is discriminated by the field `tag`. A variant whose tag is
 * not among `known` has to follow `other`; by default it only needs a tag that is a string.
 */
export function openUnion<
  const Tag extends string,
  const Known extends Variants,
  Other extends Schema = z.core.$ZodType<object>,
>(tag: Tag, known: Known, other?: Other): z.ZodMiniType<OpenUnion<Tag, Known, z.output<Other>>> {
  const variants = new Map<unknown, Schema>(Object.entries(known));
  const unrecognized = other ?? z.object({ [tag]: z.string() });
  return typedSchema((value) => {
    const name = (value as Record<string, unknown> | null | undefined)?.[tag];
    return variants.get(name) ?? unrecognized;
  });
}

/** A part of a message that can be dropped while the rest is kept. */
export interface DroppablePart {
  readonly code: "invalid_field" | "invalid_item";
  readonly path: readonly (string | number)[];
}

/** Returns the innermost part around `path` that the schema allows to drop. */
export function droppablePartAt(
  schema: Schema,
  value: unknown,
  path: readonly PropertyKey[],
): DroppablePart | undefined {
  let current: Schema | undefined = schema;
  let currentValue = value;
  let found: DroppablePart | undefined;
  path.forEach((key, depth) => {
    const child = childAt(current, currentValue, key);
    if (child?.code)
      found = { code: child.code, path: path.slice(0, depth + 1) as (string | number)[] };
    current = child?.schema;
    currentValue = (currentValue as Record<PropertyKey, unknown> | null | undefined)?.[key];
  });
  return found;
}

interface Child {
  readonly schema: Schema | undefined;
  /** The diagnostic code if the child is dropped. Absent if it must not be dropped. */
  readonly code?: DroppablePart["code"] | undefined;
}

function childAt(schema: Schema | undefined, value: unknown, key: PropertyKey): Child | undefined {
  const inner = unwrapSchema(schema, value);
  if (inner instanceof core.$ZodArray) {
    return {
      schema: inner._zod.def.element,
      code: lenientLists.has(inner) ? "invalid_item" : undefined,
    };
  }
  if (!(inner instanceof core.$ZodObject)) return undefined;
  const field: Schema | undefined = inner._zod.def.shape[String(key)];
  const fieldValue = (value as Record<PropertyKey, unknown> | null | undefined)?.[key];
  return { schema: field, code: isDroppable(field, fieldValue) ? "invalid_field" : undefined };
}

function isDroppable(field: Schema | undefined, value: unknown): boolean {
  if (!(field instanceof core.$ZodOptional)) return false;
  return value === undefined || !strictFields.has(field);
}

function unwrapSchema(schema: Schema | undefined, value: unknown): Schema | undefined {
  if (schema instanceof core.$ZodOptional || schema instanceof core.$ZodNullable)
    return unwrapSchema(schema._zod.def.innerType, value);
  const select = schema && variantSelectors.get(schema);
  return select ? unwrapSchema(select(value), value) : schema;
}
