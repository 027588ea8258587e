import type { MetaPatch } from "../events/event.js";
import { isObject, type JsonObject } from "../json.js";

/** How a version reads `_meta`. */
export type MetaReader = (sent: JsonObject) => MetaPatch | undefined;

/** Version 1 merges by top-level key and cannot clear. */
export const readMetaV1: MetaReader = ({ _meta }) => (isObject(_meta) ? { set: _meta } : undefined);

/** Version 2 patches by top-level key: `null` removes one, and in place of the object all. */
export const readMetaV2: MetaReader = ({ _meta }) => {
  if (_meta === null) return null;
  if (!isObject(_meta)) return undefined;
  const entries = Object.entries(_meta);
  const unset = entries.filter(([, value]) => value === null).map(([key]) => key);
  const set = Object.fromEntries(entries.filter(([, value]) => value !== null));
  return unset.length === 0 ? { set } : { set, unset };
};

/** `_meta` as the property of an event, absent where nothing is said of it. */
export function metaProperty(reader: MetaReader, sent: JsonObject): { meta?: MetaPatch } {
  const meta = reader(sent);
  return meta === undefined ? {} : { meta };
}
