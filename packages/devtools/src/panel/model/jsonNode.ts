/** The parts of a value. */
export interface Children {
  readonly count: number;
  first(count: number): readonly (readonly [string, unknown])[];
}

/** `undefined` for what has no parts. */
export function childrenOf(value: unknown): Children | undefined {
  if (value instanceof Map)
    return { count: value.size, first: (count) => firstOf(value as Map<string, unknown>, count) };
  if (Array.isArray(value))
    return {
      count: value.length,
      first: (count) => value.slice(0, count).map((item, place) => [String(place), item]),
    };
  if (typeof value !== "object" || value === null) return undefined;
  const keys = Object.keys(value);
  const fields = value as Readonly<Record<string, unknown>>;
  return {
    count: keys.length,
    first: (count) => keys.slice(0, count).map((key) => [key, fields[key]]),
  };
}

/** What a closed branch shows of itself. */
export function previewOf(value: unknown): string {
  if (value instanceof Map) return `Map(${value.size})`;
  if (Array.isArray(value)) return `[${value.length}]`;
  const keys = Object.keys(value as object);
  const shown = keys.slice(0, 4).join(", ");
  return keys.length > 4 ? `{ ${shown}, … }` : `{ ${shown} }`;
}

function firstOf(map: ReadonlyMap<string, unknown>, count: number): [string, unknown][] {
  const found: [string, unknown][] = [];
  for (const pair of map) {
    if (found.length === count) break;
    found.push(pair);
  }
  return found;
}
