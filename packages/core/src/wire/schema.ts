import en from "zod/v4/locales/en.js";
import * as z from "zod/mini";

/**
 * Gives the issues of a parse their English messages. `zod/mini` has none of its own, `z.locales`
 * would put every language into the bundle, and `z.config` would change the application's zod.
 */
export const WITH_MESSAGES: z.core.ParseContext<z.core.$ZodIssue> = { error: en().localeError };

/**
 * How tolerant a schema is, by the official schemas' `x-deserialize-*` rules: optional fields may
 * be dropped, unless they are strict; of lenient lists, single items may be.
 */
const lenientLists = new WeakSet<z.ZodMiniType>();
const strictFields = new WeakSet<z.ZodMiniType>();
const choices = new WeakMap<z.ZodMiniType, Choice>();

/** Tells by the looks of a value which schema it is to follow. */
type Choice = (value: unknown) => z.ZodMiniType;

/** A list whose malformed items are skipped; `atLeast` so many have to remain. */
export function lenientList(item: z.ZodMiniType, atLeast = 0): z.ZodMiniType {
  const list = atLeast === 0 ? z.array(item) : z.array(item).check(z.minLength(atLeast));
  lenientLists.add(list);
  return list;
}

/** An optional field that must not be lost: malformed, it counts like a required one. */
export function strict(field: z.ZodMiniType): z.ZodMiniType {
  strictFields.add(field);
  return field;
}

/**
 * One of several schemas, chosen before anything is checked, so that what is wrong is known.
 *
 * A refinement of `unknown`, not of an object: that one would check a copy, ten times as slowly.
 */
export function chosen(choose: Choice): z.ZodMiniType {
  const union = z.unknown().check(({ value, issues }) => {
    const result = choose(value).safeParse(value, WITH_MESSAGES);
    if (result.success) return;
    for (const { message, path } of result.error.issues) {
      issues.push({ code: "custom", input: value, message, path });
    }
  });
  choices.set(union, choose);
  return union;
}

/** How a schema made by {@link chosen} chooses. */
export function choiceOf(schema: z.ZodMiniType): Choice | undefined {
  return choices.get(schema);
}

/** Variants by the value of `tag`. One with a value that is not known passes if `other` lets it. */
export function openUnion(
  tag: string,
  known: Readonly<Record<string, z.ZodMiniType>>,
  other: z.ZodMiniType = z.object({ [tag]: z.string() }),
): z.ZodMiniType {
  const variants = new Map<unknown, z.ZodMiniType>(Object.entries(known));
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
  schema: z.ZodMiniType,
  value: unknown,
  path: readonly PropertyKey[],
): Losable | undefined {
  let at: z.ZodMiniType | undefined = schema;
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
  readonly schema: z.ZodMiniType | undefined;
  readonly loss?: Losable["code"] | undefined;
}

function childOf(
  schema: z.ZodMiniType | undefined,
  value: unknown,
  key: PropertyKey,
): Step | undefined {
  const inner = unwrap(schema, value);
  if (inner instanceof z.ZodMiniArray) {
    return {
      schema: inner.def.element as z.ZodMiniType,
      loss: lenientLists.has(inner) ? "invalid_item" : undefined,
    };
  }
  if (!(inner instanceof z.ZodMiniObject)) return undefined;
  const field = inner.shape[String(key)] as z.ZodMiniType | undefined;
  return { schema: field, loss: isLosable(field) ? "invalid_field" : undefined };
}

function isLosable(field: z.ZodMiniType | undefined): boolean {
  return field instanceof z.ZodMiniOptional && !strictFields.has(field);
}

function unwrap(schema: z.ZodMiniType | undefined, value: unknown): z.ZodMiniType | undefined {
  if (schema instanceof z.ZodMiniOptional || schema instanceof z.ZodMiniNullable)
    return unwrap(schema.def.innerType as z.ZodMiniType, value);
  const choose = schema && choices.get(schema);
  return choose ? unwrap(choose(value), value) : schema;
}
