import { parseJson } from "./parseJson.js";

/** The properties whose values are long and occur many times: contents, and the authors of lines. */
const REPEATED = new Set(["content", "by", "modeOrigin", "writer"]);

/** Returns a value as JSON in which each repeated value occurs once, in a table. */
export function packJson(value: unknown): string {
  const indexes = new Map<string, number>();
  const packed = JSON.stringify(value, (key, part: unknown) => {
    if (part === undefined || !REPEATED.has(key)) return part;
    const text = JSON.stringify(part);
    const index = indexes.get(text) ?? indexes.size;
    indexes.set(text, index);
    return index;
  });
  return `{"table":[${[...indexes.keys()].join(",")}],"value":${packed}}`;
}

/** Returns the value of a text of {@link packJson}, or `undefined` if it is not one. */
export function unpackJson(text: string): unknown {
  const packed = parseJson(text);
  if (typeof packed !== "object" || packed === null) return undefined;
  if (!("table" in packed && "value" in packed)) return undefined;
  const { table, value } = packed;
  return Array.isArray(table) ? unpackValue(value, table) : undefined;
}

function unpackValue(value: unknown, table: readonly unknown[]): unknown {
  if (Array.isArray(value)) return value.map((item) => unpackValue(item, table));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]: [string, unknown]) => [
      key,
      REPEATED.has(key) && typeof part === "number" ? table[part] : unpackValue(part, table),
    ]),
  );
}
