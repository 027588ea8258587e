import type { Diagnostic } from "./diagnostics.js";
import { setOwn } from "./json.js";

/**
 * The number of levels of a message that the store reads, counted from its params. Recursive code,
 * such as `JSON.stringify`, throws an error for a value with thousands of levels.
 */
export const MAX_LEVELS = 256;

/** The number of levels of a state, which has values of messages below its own levels. */
export const MAX_STATE_LEVELS: number = 2 * MAX_LEVELS;

/** Returns whether a value has more levels than allowed. Ends for a value that contains itself. */
export function exceedsLevels(value: unknown, levels: number): boolean {
  return typeof value === "object" && value !== null && hasMoreLevels(value, levels);
}

function hasMoreLevels(value: object, levels: number): boolean {
  // Loops, because this runs for every message.
  if (Array.isArray(value)) {
    if (levels === 0) return value.length > 0;
    for (let index = 0; index < value.length; index++) {
      const inner: unknown = value[index];
      if (typeof inner === "object" && inner !== null && hasMoreLevels(inner, levels - 1))
        return true;
    }
    return false;
  }
  for (const key in value) {
    if (levels === 0) return true;
    const inner = (value as Record<string, unknown>)[key];
    if (typeof inner === "object" && inner !== null && hasMoreLevels(inner, levels - 1))
      return true;
  }
  return false;
}

/** A value whose deeper parts are `null`. */
export interface LimitedValue<Value> {
  readonly value: Value;
  /** One for each part that was replaced. */
  readonly diagnostics: readonly Diagnostic[];
}

/** The number of diagnostics that are reported in full. The others are only counted. */
const MAX_DIAGNOSTICS = 1000;

/**
 * Returns a part of a message with `null` in place of everything below the last level of the message,
 * or `undefined` if nothing is. `path` is the position of the part, and `above` is how many levels it
 * is above the params.
 */
export function limitMessage<Value>(
  value: Value,
  path: Diagnostic["path"] = [],
  above = 0,
): LimitedValue<Value> | undefined {
  try {
    if (!exceedsLevels(value, MAX_LEVELS + above)) return undefined;
    return replaceBelow(value, MAX_LEVELS, path, above);
  } catch {
    // A getter of the application threw. The code that reads the value reports the error.
    return undefined;
  }
}

/**
 * Returns a value with `null` in place of everything more than `levels` levels below it, or the value
 * itself if nothing is. Code that calls itself for each level is safe for the result, regardless of
 * its sender.
 *
 * @example
 * ```ts
 * const message = limitLevels(JSON.parse(text), 300);
 * ```
 */
export function limitLevels<Value>(value: Value, levels: number): Value {
  return exceedsLevels(value, levels) ? replaceBelow(value, levels, [], 0).value : value;
}

/** Each object occurs once in the result: one that contains itself would have no last level. */
function replaceBelow<Value>(
  value: Value,
  levels: number,
  path: Diagnostic["path"],
  above: number,
): LimitedValue<Value> {
  const diagnostics: Diagnostic[] = [];
  const seen = new Set<object>();
  const position = [...path];

  function copy(source: unknown, level: number): unknown {
    if (source === null || source === undefined) return source;
    const isObject = typeof source === "object";
    if (level > levels || (isObject && seen.has(source))) return replaced(level);
    if (!isObject) return source;
    seen.add(source);
    if (Array.isArray(source)) return source.map((item, index) => copyAt(index, item, level + 1));
    const target = {};
    for (const [key, inner] of Object.entries(source))
      setOwn(target, key, copyAt(key, inner, level + 1));
    return target;
  }

  function copyAt(key: string | number, source: unknown, level: number): unknown {
    position.push(key);
    const result = copy(source, level);
    position.pop();
    return result;
  }

  function replaced(level: number): null {
    const known = diagnostics.length < MAX_DIAGNOSTICS ? undefined : diagnostics[0];
    diagnostics.push(known ?? tooDeep([...position], level));
    return null;
  }

  // The copy has the shape of the value. Deeper parts are unknown to every schema.
  return { value: copy(value, -above) as Value, diagnostics };
}

function tooDeep(path: Diagnostic["path"], level: number): Diagnostic {
  return {
    code: "too_deep",
    path,
    message: `Expected at most ${MAX_LEVELS} levels. The value was replaced with null.`,
    value: level,
  };
}
