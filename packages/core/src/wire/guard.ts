import * as core from "zod/v4/core";
import * as z from "zod/mini";
import { type Schema, variantSelectorOf } from "./schema.js";

/** Returns whether a value follows a schema, without saying why not. */
export type Guard<Value = unknown> = (value: unknown) => value is Value;

type Check = (value: unknown) => boolean;

const checks = new WeakMap<Schema, Check>();

/**
 * Returns the guard of a schema. It is many times as fast as a parse, which copies the value, and it
 * generates no code at run time, which a content security policy may forbid. Almost every message
 * passes it; the others, and checks that it does not implement, are left to zod.
 */
export function guardOf<Type extends Schema>(schema: Type): Guard<z.output<Type>> {
  // The guard's type is the schema's, because the guard checks what the schema says.
  return checkOf(schema) as Guard<z.output<Type>>;
}

/** Returns a guard that also rejects an object that has one of these fields. */
export function guardWithout<Type extends Schema>(
  fields: ReadonlySet<string>,
  schema: Type,
): Guard<z.output<Type>> {
  const check =
    schema instanceof core.$ZodObject
      ? objectCheck(schema._zod.def.shape, fields)
      : checkOf(schema);
  return check as Guard<z.output<Type>>;
}

function checkOf(schema: Schema): Check {
  const known = checks.get(schema);
  if (known !== undefined) return known;
  const check = compileCheck(schema);
  checks.set(schema, check);
  return check;
}

function compileCheck(schema: Schema): Check {
  const select = variantSelectorOf(schema);
  if (select !== undefined) return variantCheck(select);
  if (schema instanceof core.$ZodExactOptional) return checkOf(schema._zod.def.innerType);
  if (schema instanceof core.$ZodOptional)
    return nothingOr(undefined, checkOf(schema._zod.def.innerType));
  if (schema instanceof core.$ZodNullable)
    return nothingOr(null, checkOf(schema._zod.def.innerType));
  // The kinds of schemas that all have a definition with their type.
  const { def } = (schema as core.$ZodTypes)._zod;
  if (def.type === "number") return numberCheck(schema, def);
  if (hasRefinements(schema)) return zodCheck(schema);
  // A format such as base64 is a separate class that extends the class of strings.
  if (schema instanceof core.$ZodString && !("format" in schema._zod.def)) return isString;
  if (schema instanceof core.$ZodBoolean) return (value) => typeof value === "boolean";
  if (schema instanceof core.$ZodUnknown) return () => true;
  if (schema instanceof core.$ZodArray) return listCheck(checkOf(schema._zod.def.element));
  if (schema instanceof core.$ZodObject) return objectCheck(schema._zod.def.shape);
  if (def.type === "literal") return memberCheck(def.values);
  if (def.type === "enum") return memberCheck(Object.values(def.entries));
  if (def.type === "tuple" && def.rest === null) return tupleCheck(def.items.map(checkOf));
  if (def.type === "union") return anyCheck(def.options.map(checkOf));
  return zodCheck(schema);
}

/** Implements numbers, safe integers, and a minimum. */
function numberCheck(schema: Schema, def: core.$ZodNumberDef | core.$ZodNumberFormatDef): Check {
  const isFormat: (value: unknown) => boolean =
    "format" in def ? Number.isSafeInteger : Number.isFinite;
  let minimum = Number.NEGATIVE_INFINITY;
  if ("format" in def && def.format !== "safeint") return zodCheck(schema);
  for (const check of def.checks ?? []) {
    const { def: limit } = (check as core.$ZodChecks)._zod;
    if (limit.check !== "greater_than" || !limit.inclusive) return zodCheck(schema);
    minimum = Math.max(minimum, Number(limit.value));
  }
  return (value) => isFormat(value) && (value as number) >= minimum;
}

function memberCheck(members: readonly unknown[]): Check {
  const values = new Set(members);
  return (value) => values.has(value);
}

function tupleCheck(checksOfItems: readonly Check[]): Check {
  return (value) =>
    Array.isArray(value) &&
    value.length === checksOfItems.length &&
    checksOfItems.every((check, index) => check(value[index]));
}

function anyCheck(options: readonly Check[]): Check {
  return (value) => options.some((check) => check(value));
}

/** Caches the last variant, because most values at one position are of one kind. */
function variantCheck(select: (value: unknown) => Schema): Check {
  let last: Schema | undefined;
  let check: Check = () => false;
  return (value) => {
    const schema = select(value);
    if (schema !== last) {
      last = schema;
      check = checkOf(schema);
    }
    return check(value);
  };
}

function nothingOr(nothing: null | undefined, check: Check): Check {
  return (value) => value === nothing || check(value);
}

function listCheck(check: Check): Check {
  return (value) => {
    if (!Array.isArray(value)) return false;
    for (const item of value) if (!check(item)) return false;
    return true;
  };
}

function isString(value: unknown): boolean {
  return typeof value === "string";
}

const NO_FIELDS: ReadonlySet<string> = new Set();

/** Walks the fields of the value, not those of the schema: most messages have few of them. */
function objectCheck(
  shape: Readonly<Record<string, Schema>>,
  forbidden: ReadonlySet<string> = NO_FIELDS,
): Check {
  const fields = new Map<string, Check>();
  const required: string[] = [];
  for (const [key, field] of Object.entries(shape)) {
    const check = checkOf(field);
    fields.set(key, check);
    if (field._zod.optin !== "optional" && !check(undefined)) required.push(key);
  }
  return (value) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
    let missing = required.length;
    for (const key in value) {
      const check = fields.get(key);
      if (check === undefined) {
        if (forbidden.has(key)) return false;
        continue;
      }
      const inner = (value as Record<string, unknown>)[key];
      // Most fields are strings, and a call costs more than the check.
      if (check === isString ? typeof inner !== "string" : !check(inner)) return false;
      if (missing > 0 && required.includes(key)) missing--;
    }
    return missing === 0;
  };
}

function hasRefinements(schema: Schema): boolean {
  return (schema._zod.def.checks?.length ?? 0) > 0;
}

function zodCheck(schema: Schema): Check {
  return (value) => z.safeParse(schema, value).success;
}
