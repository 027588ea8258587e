import type * as z from "zod";
import type { Diagnostic } from "../diagnostics.js";
import { isObject, setOwn } from "../state/adopt.js";
import { type Losable, losableAt } from "./schema.js";

type Path = readonly (string | number)[];

/** What could be read of a message, and what was lost. */
export interface Parsed {
  /** Absent: rejected. */
  readonly value?: unknown;
  readonly diagnostics: readonly Diagnostic[];
}

const NOTHING_LOST: readonly Diagnostic[] = [];

/**
 * Reads a value leniently: malformed optional fields count as absent, malformed items of lenient
 * lists are skipped, each with a diagnostic. A required part that is missing or wrong rejects all.
 */
export function parseLenient(schema: z.ZodType, input: unknown, base: Path): Parsed {
  const result = schema.safeParse(input);
  // The value is taken as it came, not as zod copied it: the schemas only check.
  if (result.success) return { value: input, diagnostics: NOTHING_LOST };
  const losses = new Map<string, { losable: Losable; diagnostic: Diagnostic }>();
  for (const issue of result.error.issues) {
    const losable = losableAt(schema, input, issue.path);
    if (losable === undefined) return { diagnostics: [rejection(issue, input, base)] };
    const diagnostic = loss(losable, issue, input, base);
    losses.set(JSON.stringify(losable.path), { losable, diagnostic });
  }
  const all = [...losses.values()];
  const kept = without(
    input,
    all.map(({ losable }) => losable.path),
  );
  // What is left was fine already, but an outer check may still miss what is gone.
  const again = parseLenient(schema, kept, base);
  return {
    ...again,
    diagnostics: [...all.map(({ diagnostic }) => diagnostic), ...again.diagnostics],
  };
}

function rejection(issue: z.core.$ZodIssue, input: unknown, base: Path): Diagnostic {
  const path = issue.path as Path;
  return {
    code: "invalid_message",
    path: [...base, ...path],
    message: `${issue.message}. The message was rejected.`,
    value: valueAt(input, path),
  };
}

function loss(losable: Losable, issue: z.core.$ZodIssue, input: unknown, base: Path): Diagnostic {
  const consequence =
    losable.code === "invalid_field" ? "The field counts as absent." : "The item was skipped.";
  return {
    code: losable.code,
    path: [...base, ...losable.path],
    message: `${issue.message}. ${consequence}`,
    value: valueAt(input, losable.path),
  };
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (at, key) =>
      isObject(at) || Array.isArray(at) ? (at as Record<PropertyKey, unknown>)[key] : undefined,
    value,
  );
}

/** A copy without the parts at `paths`. */
function without(value: unknown, paths: readonly Path[]): unknown {
  const dropped = new Set(paths.filter((path) => path.length === 1).map((path) => path[0]));
  const child = (key: string | number, inner: unknown): unknown => {
    const deeper = paths
      .filter((path) => path.length > 1 && path[0] === key)
      .map((path) => path.slice(1));
    return deeper.length === 0 ? inner : without(inner, deeper);
  };
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => (dropped.has(index) ? [] : [child(index, item)]));
  }
  const copy = {};
  for (const [key, inner] of Object.entries(value as object)) {
    if (!dropped.has(key)) setOwn(copy, key, child(key, inner));
  }
  return copy;
}
