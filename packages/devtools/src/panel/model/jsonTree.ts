import type { AcpPatch } from "@acp-store/core";

/** The children of an object, list or map, read lazily. */
export interface JsonChildren {
  readonly count: number;
  first(count: number): readonly (readonly [string, unknown])[];
}

/** Returns the children of a value, or `undefined` for a primitive value. */
export function childrenOf(value: unknown): JsonChildren | undefined {
  if (value instanceof Map)
    return { count: value.size, first: (count) => mapPairs(value as Map<string, unknown>, count) };
  if (Array.isArray(value))
    return {
      count: value.length,
      first: (count) => value.slice(0, count).map((item, index) => [String(index), item]),
    };
  if (typeof value !== "object" || value === null) return undefined;
  const keys = Object.keys(value);
  const fields = value as Readonly<Record<string, unknown>>;
  return {
    count: keys.length,
    first: (count) => keys.slice(0, count).map((key) => [key, fields[key]]),
  };
}

/** Returns a short text for a collapsed object, list or map. */
export function previewOf(value: unknown): string {
  if (value instanceof Map) return `Map(${value.size})`;
  if (Array.isArray(value)) return `[${value.length}]`;
  const keys = Object.keys(value as object);
  const shown = keys.slice(0, 4).join(", ");
  return keys.length > 4 ? `{ ${shown}, … }` : `{ ${shown} }`;
}

/** Returns a path as one string, for use as a key. */
export function pathKey(path: readonly (string | number)[]): string {
  return JSON.stringify(path.map(String));
}

/** The keys of the paths that an entry changed, and of the paths that contain them. */
export interface ChangedPaths {
  readonly changed: ReadonlySet<string>;
  readonly ancestors: ReadonlySet<string>;
}

export function changedPaths(patches: readonly AcpPatch[]): ChangedPaths {
  const changed = new Set<string>();
  const ancestors = new Set<string>();
  for (const { path } of patches) {
    // A patch of a length shortens its list or text, which is the value shown as changed.
    const target = path.at(-1) === "length" ? path.slice(0, -1) : path;
    changed.add(pathKey(target));
    for (let length = 0; length < target.length; length++)
      ancestors.add(pathKey(target.slice(0, length)));
  }
  return { changed, ancestors };
}

function mapPairs(map: ReadonlyMap<string, unknown>, count: number): [string, unknown][] {
  const pairs: [string, unknown][] = [];
  for (const pair of map) {
    if (pairs.length === count) break;
    pairs.push(pair);
  }
  return pairs;
}
