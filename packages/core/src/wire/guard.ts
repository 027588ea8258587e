import * as z from "zod";
import { choiceOf } from "./schema.js";

/** Says whether a value fits a schema, and nothing of why not. */
export type Guard = (value: unknown) => boolean;

const guards = new WeakMap<z.ZodType, Guard>();

/**
 * A check made from a schema: many times as fast as a parse, which copies what it reads, and with
 * no code made at run time, which a content security policy may forbid. Almost every message
 * fits; zod is asked about the others, and about what is too special for this.
 */
export function guardOf(schema: z.ZodType): Guard {
  const known = guards.get(schema);
  if (known !== undefined) return known;
  const guard = compile(schema);
  guards.set(schema, guard);
  return guard;
}

function compile(schema: z.ZodType): Guard {
  const choose = choiceOf(schema);
  if (choose !== undefined) return (value) => guardOf(choose(value))(value);
  if (schema instanceof z.ZodOptional) return orElse(undefined, schema.unwrap());
  if (schema instanceof z.ZodNullable) return orElse(null, schema.unwrap());
  if (hasChecks(schema)) return byZod(schema);
  if (schema instanceof z.ZodString) return (value) => typeof value === "string";
  if (schema instanceof z.ZodBoolean) return (value) => typeof value === "boolean";
  if (schema instanceof z.ZodUnknown) return () => true;
  if (schema instanceof z.ZodArray) return listOf(guardOf(schema.element as z.ZodType));
  if (schema instanceof z.ZodObject) return objectOf(schema.shape);
  return byZod(schema);
}

function orElse(nothing: null | undefined, inner: unknown): Guard {
  const guard = guardOf(inner as z.ZodType);
  return (value) => value === nothing || guard(value);
}

function listOf(item: Guard): Guard {
  return (value) => {
    if (!Array.isArray(value)) return false;
    for (const one of value) if (!item(one)) return false;
    return true;
  };
}

function objectOf(shape: Readonly<Record<string, unknown>>): Guard {
  const keys = Object.keys(shape);
  const fields = keys.map((key) => guardOf(shape[key] as z.ZodType));
  return (value) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
    for (let index = 0; index < keys.length; index++) {
      const field = (value as Record<string, unknown>)[keys[index] as string];
      if (!(fields[index] as Guard)(field)) return false;
    }
    return true;
  };
}

function hasChecks(schema: z.ZodType): boolean {
  return (schema.def.checks?.length ?? 0) > 0;
}

function byZod(schema: z.ZodType): Guard {
  return (value) => schema.safeParse(value).success;
}
