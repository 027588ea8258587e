import * as z from "zod/mini";
import { choiceOf } from "./schema.js";

/** Says whether a value fits a schema, and nothing of why not. */
export type Guard = (value: unknown) => boolean;

const guards = new WeakMap<z.ZodMiniType, Guard>();

/**
 * A check made from a schema: many times as fast as a parse, which copies what it reads, and with
 * no code made at run time, which a content security policy may forbid. Almost every message
 * fits; zod is asked about the others, and about what is too special for this.
 */
export function guardOf(schema: z.ZodMiniType): Guard {
  const known = guards.get(schema);
  if (known !== undefined) return known;
  const guard = compile(schema);
  guards.set(schema, guard);
  return guard;
}

function compile(schema: z.ZodMiniType): Guard {
  const choose = choiceOf(schema);
  if (choose !== undefined) return choiceGuard(choose);
  if (schema instanceof z.ZodMiniOptional) return orElse(undefined, schema.def.innerType);
  if (schema instanceof z.ZodMiniNullable) return orElse(null, schema.def.innerType);
  if (hasChecks(schema)) return byZod(schema);
  // A format such as base64 is a class of its own that extends the one of strings.
  if (schema instanceof z.ZodMiniString && !("format" in schema.def)) return isString;
  if (schema instanceof z.ZodMiniBoolean) return (value) => typeof value === "boolean";
  if (schema instanceof z.ZodMiniUnknown) return () => true;
  if (schema instanceof z.ZodMiniArray) return listOf(guardOf(schema.def.element as z.ZodMiniType));
  if (schema instanceof z.ZodMiniObject) return objectOf(schema.shape);
  return byZod(schema);
}

/** Remembers the last schema that was chosen: most values of a place are of one kind. */
function choiceGuard(choose: (value: unknown) => z.ZodMiniType): Guard {
  let last: z.ZodMiniType | undefined;
  let guard: Guard = () => false;
  return (value) => {
    const schema = choose(value);
    if (schema !== last) {
      last = schema;
      guard = guardOf(schema);
    }
    return guard(value);
  };
}

function orElse(nothing: null | undefined, inner: unknown): Guard {
  const guard = guardOf(inner as z.ZodMiniType);
  return (value) => value === nothing || guard(value);
}

function listOf(item: Guard): Guard {
  return (value) => {
    if (!Array.isArray(value)) return false;
    for (const one of value) if (!item(one)) return false;
    return true;
  };
}

/** The same for an object in which no other field has one of these names. */
export function guardWithout(names: ReadonlySet<string>, schema: z.ZodMiniType): Guard {
  return schema instanceof z.ZodMiniObject ? objectOf(schema.shape, names) : guardOf(schema);
}

function isString(value: unknown): boolean {
  return typeof value === "string";
}

const NO_NAMES: ReadonlySet<string> = new Set();

/** Looks at what is there, not at all that could be: most messages name few of many fields. */
function objectOf(
  shape: Readonly<Record<string, unknown>>,
  forbidden: ReadonlySet<string> = NO_NAMES,
): Guard {
  const fields = new Map<string, Guard>();
  const required: string[] = [];
  for (const [key, field] of Object.entries(shape)) {
    const guard = guardOf(field as z.ZodMiniType);
    fields.set(key, guard);
    if (!guard(undefined)) required.push(key);
  }
  return (value) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
    let missing = required.length;
    for (const key in value) {
      const field = fields.get(key);
      if (field === undefined) {
        if (forbidden.has(key)) return false;
        continue;
      }
      const inner = (value as Record<string, unknown>)[key];
      // Most are strings, and a call costs more than the check.
      if (field === isString ? typeof inner !== "string" : !field(inner)) return false;
      if (missing > 0 && required.includes(key)) missing--;
    }
    return missing === 0;
  };
}

function hasChecks(schema: z.ZodMiniType): boolean {
  return (schema.def.checks?.length ?? 0) > 0;
}

function byZod(schema: z.ZodMiniType): Guard {
  return (value) => schema.safeParse(value).success;
}
