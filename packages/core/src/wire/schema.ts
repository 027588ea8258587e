import * as z from "zod";

/**
 * How tolerant a schema is, by the official schemas' `x-deserialize-*` rules: optional fields may
 * be dropped; of these lists, single items may be.
 */
const lenientLists = new WeakSet<z.ZodType>();
const openUnions = new WeakMap<z.ZodType, OpenUnion>();

interface OpenUnion {
  readonly tag: string;
  readonly known: Readonly<Record<string, z.ZodType>>;
}

/** A list whose malformed items are skipped. */
export function lenientList(item: z.ZodType): z.ZodType {
  const list = z.array(item);
  lenientLists.add(list);
  return list;
}

/**
 * Variants by the value of `tag`. One with a value that is not known passes as it is.
 *
 * A refinement of `unknown`, not of an object: that one would check a copy, ten times as slowly.
 */
export function openUnion(tag: string, known: Readonly<Record<string, z.ZodType>>): z.ZodType {
  const tagged = z.object({ [tag]: z.string() });
  const union = z.unknown().superRefine((value, context) => {
    const schema = variantOf({ tag, known }, value) ?? tagged;
    const result = schema.safeParse(value);
    if (result.success) return;
    for (const { message, path } of result.error.issues) {
      context.addIssue({ code: "custom", message, path });
    }
  });
  openUnions.set(union, { tag, known });
  return union;
}

function variantOf(union: OpenUnion, value: unknown): z.ZodType | undefined {
  const tag = (value as Record<string, unknown> | null | undefined)?.[union.tag];
  return typeof tag === "string" && Object.hasOwn(union.known, tag) ? union.known[tag] : undefined;
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
  const inner = unwrap(schema);
  if (inner instanceof z.ZodArray) {
    return {
      schema: inner.element as z.ZodType,
      loss: lenientLists.has(inner) ? "invalid_item" : undefined,
    };
  }
  const union = inner && openUnions.get(inner);
  const object = union ? variantOf(union, value) : inner;
  if (!(object instanceof z.ZodObject)) return undefined;
  const field = object.shape[String(key)] as z.ZodType | undefined;
  return { schema: field, loss: field instanceof z.ZodOptional ? "invalid_field" : undefined };
}

function unwrap(schema: z.ZodType | undefined): z.ZodType | undefined {
  let inner = schema;
  while (inner instanceof z.ZodOptional || inner instanceof z.ZodNullable)
    inner = inner.unwrap() as z.ZodType;
  return inner;
}
