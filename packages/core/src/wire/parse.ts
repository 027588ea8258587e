import type * as z from "zod";
import type { Diagnostic } from "../diagnostics.js";
import { isObject, setOwn } from "../json.js";
import { guardOf } from "./guard.js";
import { losableAt } from "./schema.js";

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
  // The value is taken as it came: the schemas only check.
  if (guardOf(schema)(input)) return { value: input, diagnostics: NOTHING_LOST };
  let result = schema.safeParse(input);
  const lost: Losses = { inner: new Map() };
  const positions: Positions = new WeakMap();
  let kept = input;
  // More than once, as what is left may lack something now: a list must not become empty.
  while (!result.success) {
    for (const issue of result.error.issues) {
      const losable = losableAt(schema, kept, issue.path);
      const path = originalPath(kept, losable?.path ?? (issue.path as Path), positions);
      const diagnostic = found(losable?.code ?? "invalid_message", path, issue, input, base);
      if (losable === undefined) return { diagnostics: [diagnostic] };
      addLoss(lost, path, diagnostic);
    }
    kept = without(input, lost, positions);
    result = schema.safeParse(kept);
  }
  return { value: kept, diagnostics: diagnosticsOf(lost) };
}

const CONSEQUENCES = {
  invalid_message: "The message was rejected.",
  invalid_field: "The field counts as absent.",
  invalid_item: "The item was skipped.",
};

function found(
  code: keyof typeof CONSEQUENCES,
  path: Path,
  issue: z.core.$ZodIssue,
  input: unknown,
  base: Path,
): Diagnostic {
  return {
    code,
    path: [...base, ...path],
    message: `${issue.message}. ${CONSEQUENCES[code]}`,
    value: path.reduce(childOf, input),
  };
}

function childOf(value: unknown, key: string | number): unknown {
  return isObject(value) || Array.isArray(value)
    ? (value as Record<PropertyKey, unknown>)[key]
    : undefined;
}

/** What was lost of a value, or inside of it. */
interface Losses {
  diagnostic?: Diagnostic;
  readonly inner: Map<string | number, Losses>;
}

/** Which items of a list are left, for each list that has lost some. */
type Positions = WeakMap<object, readonly number[]>;

function addLoss(lost: Losses, path: Path, diagnostic: Diagnostic): void {
  let at = lost;
  for (const key of path) {
    const next = at.inner.get(key) ?? { inner: new Map() };
    at.inner.set(key, next);
    at = next;
  }
  at.diagnostic ??= diagnostic;
}

/** What is lost as a whole is told of once, whatever else was wrong inside of it. */
function diagnosticsOf({ diagnostic, inner }: Losses): Diagnostic[] {
  return diagnostic === undefined ? [...inner.values()].flatMap(diagnosticsOf) : [diagnostic];
}

/** A copy without what was lost. */
function without(value: unknown, { inner }: Losses, positions: Positions): unknown {
  const child = (key: string | number, part: unknown): unknown => {
    const losses = inner.get(key);
    return losses === undefined ? part : without(part, losses, positions);
  };
  const isKept = (key: string | number): boolean => inner.get(key)?.diagnostic === undefined;
  if (Array.isArray(value)) {
    const left = [...value.keys()].filter(isKept);
    const copy = left.map((index) => child(index, value[index]));
    positions.set(copy, left);
    return copy;
  }
  const copy = {};
  for (const [key, part] of Object.entries(value as object)) {
    if (isKept(key)) setOwn(copy, key, child(key, part));
  }
  return copy;
}

/** Where a part of the copy stands in what was sent. */
function originalPath(copy: unknown, path: Path, positions: Positions): Path {
  let at = copy;
  return path.map((key) => {
    const list = at;
    at = childOf(at, key);
    return (Array.isArray(list) ? positions.get(list)?.[key as number] : undefined) ?? key;
  });
}
