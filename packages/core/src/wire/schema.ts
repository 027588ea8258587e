import * as z from "zod";

/**
 * How tolerant a schema is, by the official schemas' `x-deserialize-*` rules: optional fields may
 * be dropped, unless they are strict; of lenient lists, single items may be.
 */
const lenientLists = new WeakSet<z.ZodType>();
const strictFields = new WeakSet<z.ZodType>();
const choices = new WeakMap<z.ZodType, Choice>();

/** Tells by the looks of a value which schema it is to follow. */
type Choice = (value: unknown) => z.ZodType;

/** A list whose malformed items are skipped; `atLeast` so many have to remain. */
export function lenientList(item: z.ZodType, atLeast = 0): z.ZodType {
  const list = atLeast === 0 ? z.array(item) : z.array(item).min(atLeast);
  lenientLists.add(list);
  return list;
}

/** An optional field that must not be lost: malformed, it counts like a required one. */
export function strict(field: z.ZodType): z.ZodType {
  strictFields.add(field);
  return field;
}

/**
 * One of several schemas, chosen before anything is checked, so that what is wrong is known.
 *
 * A refinement of `unknown`, not of an object: that one would check a copy, ten times as slowly.
 */
export function chosen(choose: Choice): z.ZodType {
  const union = z.unknown().superRefine((value, context) => {
    const result = choose(value).safeParse(value);
    if (result.success) return;
    for (const { message, path } of result.error.issues) {
      context.addIssue({ code: "custom", message, path });
    }
  });
  choices.set(union, choose);
  return union;
}

/** How a schema made by {@link chosen} chooses. */
export function choiceOf(schema: z.ZodType): Choice | undefined {
  return choices.get(schema);
}

/** Variants by the value of `tag`. One with a value that is not known passes if `other` lets it. */
export function openUnion(
  tag: string,
  known: Readonly<Record<string, z.ZodType>>,
  other: z.ZodType = z.object({ [tag]: z.string() }),
): z.ZodType {
  const variants = new Map<unknown, z.ZodType>(Object.entries(known));
  return chosen((value) => {
    const name = (value as Record<string, unknown> | null | undefined)?.[tag];
    return variants.get(name) ?? other;
  });
}

/** A place in a message that may be lost without losing the rest. */
export interface Losable {
  readonly code: "invalid_field" | "invalid_item";
  readonly path: readonly (string | number)[];
}

/** The innermost part around `path` that the schema allows to drop. */
export function losableAt(
  schema: z.ZodType,
  value: unknown,
  path: readonly PropertyKey[],
): Losable | undefined {
  let at: z.ZodType | undefined = schema;
  let here = value;
  let found: Losable | undefined;
  path.forEach((key, depth) => {
    const step = childOf(at, here, key);
    if (step?.loss)
      found = { code: step.loss, path: path.slice(0, depth + 1) as (string | number)[] };
    at = step?.schema;
    here = (here as Record<PropertyKey, unknown> | null | undefined)?.[key];
  });
  return found;
}

interface Step {
  readonly schema: z.ZodType | undefined;
  readonly loss?: Losable["code"] | undefined;
}

function childOf(
  schema: z.ZodType | undefined,
  value: unknown,
  key: PropertyKey,
): Step | undefined {
  const inner = unwrap(schema, value);
  if (inner instanceof z.ZodArray) {
    return {
      schema: inner.element as z.ZodType,
      loss: lenientLists.has(inner) ? "invalid_item" : undefined,
    };
  }
  if (!(inner instanceof z.ZodObject)) return undefined;
  const field = inner.shape[String(key)] as z.ZodType | undefined;
  return { schema: field, loss: isLosable(field) ? "invalid_field" : undefined };
}

function isLosable(field: z.ZodType | undefined): boolean {
  return field instanceof z.ZodOptional && !strictFields.has(field);
}

function unwrap(schema: z.ZodType | undefined, value: unknown): z.ZodType | undefined {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return unwrap(schema.unwrap() as z.ZodType, value);
  const choose = schema && choices.get(schema);
  return choose ? unwrap(choose(value), value) : schema;
}
