import { parseJson } from "./parseJson.js";

/** The properties whose values are long and occur many times: contents, and the authors of lines. */
const REPEATED = new Set(["content", "by", "modeOrigin", "writer"]);
/** The lists of which a state has thousands of items, with the same names of properties. */
const ROWS = new Set(["hunks", "origins"]);

/**
 * Returns a value as JSON that is several times as small: each repeated value, and each list of names, occurs
 * once, in a table.
 */
export function packJson(value: unknown): string {
  const indexes = new Map<string, number>();
  const indexOf = (part: unknown): number => {
    const text = JSON.stringify(part);
    const index = indexes.get(text) ?? indexes.size;
    indexes.set(text, index);
    return index;
  };
  function pack(part: unknown, key: string): unknown {
    if (REPEATED.has(key)) return indexOf(part);
    if (typeof part !== "object" || part === null) return part;
    if (Array.isArray(part))
      return part.map((item: unknown) => {
        const packed = pack(item, "");
        if (!ROWS.has(key) || typeof packed !== "object" || packed === null) return packed;
        return [indexOf(Object.keys(packed)), ...Object.values(packed)];
      });
    const entries = Object.entries(part).filter(([, each]) => each !== undefined);
    return Object.fromEntries(entries.map(([name, each]) => [name, pack(each, name)]));
  }
  const packed = JSON.stringify(pack(value, ""));
  return `{"table":[${[...indexes.keys()].join(",")}],"value":${packed}}`;
}

/** Returns the value of a text of {@link packJson}, or `undefined` if it is not one. */
export function unpackJson(text: string): unknown {
  const packed = parseJson(text);
  if (typeof packed !== "object" || packed === null) return undefined;
  if (!("table" in packed && "value" in packed && Array.isArray(packed.table))) return undefined;
  const table: readonly unknown[] = packed.table;
  function unpack(part: unknown, key: string): unknown {
    if (typeof part === "number") return REPEATED.has(key) ? table[part] : part;
    if (typeof part !== "object" || part === null) return part;
    if (Array.isArray(part))
      return part.map((item: unknown) => unpack(ROWS.has(key) ? toObject(item) : item, ""));
    return Object.fromEntries(
      Object.entries(part).map(([name, each]) => [name, unpack(each, name)]),
    );
  }
  function toObject(row: unknown): unknown {
    if (!Array.isArray(row)) return row;
    const [index, ...values]: readonly unknown[] = row;
    const names = table[Number(index)];
    if (!Array.isArray(names)) return undefined;
    return Object.fromEntries(names.map((name, at) => [String(name), values[at]]));
  }
  return unpack(packed.value, "");
}
