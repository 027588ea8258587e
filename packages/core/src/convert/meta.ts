import { isObject } from "../json.js";
import type { Lose } from "./conversion.js";

/** Converts `_meta`. In version 2 `null` removes a key; in version 1 it is an ordinary value. */
export function metaToV2(meta: unknown, lose: Lose): unknown {
  return meta === null ? undefined : withoutNulls(meta, (key) => lose("unsupported", "_meta", key));
}

/** Converts `_meta`. Version 1 merges it and cannot remove a key. */
export function metaToV1(meta: unknown, lose: Lose, path: readonly string[] = ["_meta"]): unknown {
  if (meta !== null) return withoutNulls(meta, (key) => lose("cannot_clear", ...path, key));
  lose("cannot_clear", ...path);
  return undefined;
}

function withoutNulls(meta: unknown, onNull: (key: string) => void): unknown {
  if (!isObject(meta)) return meta;
  const entries = Object.entries(meta);
  const kept = entries.filter(([, value]) => value !== null);
  if (kept.length === entries.length) return meta;
  for (const [key, value] of entries) if (value === null) onNull(key);
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}
