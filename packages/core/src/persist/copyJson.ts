import { setOwn } from "../json.js";

/** A value that JSON can say. */
export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

type Path = readonly (string | number)[];

/** Called for what JSON cannot say, with what stands for it then; `undefined` leaves it out. */
export type Odd = (value: unknown, path: Path) => JsonValue | undefined;

/** A copy of a value as plain JSON, which shares nothing with it. */
export function copyJson(value: unknown, odd: Odd, path: (string | number)[] = []): unknown {
  if (value === null || typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "number") return Number.isFinite(value) ? value : odd(value, path);
  if (Array.isArray(value)) return value.map((item, index) => copyAt(item, index, odd, path));
  if (typeof value !== "object" || !isPlain(value)) return odd(value, path);
  const copy = {};
  for (const key of Object.keys(value)) {
    const item: unknown = (value as Record<string, unknown>)[key];
    const taken = item === undefined ? undefined : copyAt(item, key, odd, path);
    if (taken !== undefined) setOwn(copy, key, taken);
  }
  return copy;
}

function copyAt(value: unknown, key: string | number, odd: Odd, path: (string | number)[]) {
  path.push(key);
  const copy = copyJson(value, odd, path);
  path.pop();
  return copy;
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
