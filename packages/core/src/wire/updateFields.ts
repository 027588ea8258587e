import type * as z from "zod/mini";
import type { MetaPatch } from "../events/eventParts.js";
import { isObject, setOwn } from "../json.js";
import type { Meta } from "../state/content.js";
import type { EntityTimes } from "../state/entities.js";
import type { ReservedFields } from "./parse.js";

/** The name that is reserved wherever fields of the wire are copied. */
export const PROTO: ReservedFields = new Set(["__proto__"]);
/** The fields of every entity with times. */
export const TIME_FIELDS = [
  "createdAt",
  "updatedAt",
  "replayed",
] as const satisfies readonly (keyof EntityTimes)[];

/** Returns the `extra` property of an event: the fields that the protocol does not define. */
export function extraProperty(
  sent: object,
  defined: ReadonlySet<string>,
): { extra?: Readonly<Record<string, unknown>> } {
  const extra = Object.entries(sent).filter(
    ([field, value]) => !defined.has(field) && value !== undefined,
  );
  return extra.length === 0 ? {} : { extra: Object.fromEntries(extra) };
}

/** Returns the names of the fields that {@link extraProperty} leaves out for a schema. */
export function definedFields(
  schema: z.core.$ZodObject,
  ...reserved: readonly string[]
): ReadonlySet<string> {
  return new Set([
    "sessionUpdate",
    "__proto__",
    ...reserved,
    ...Object.keys(schema._zod.def.shape),
  ]);
}

/** Returns the named fields of an object that are present. */
export function pickFields<From extends object, Field extends keyof From>(
  from: From,
  ...fields: readonly Field[]
): Pick<From, Field> {
  const picked: Partial<Pick<From, Field>> = {};
  for (const field of fields) if (from[field] !== undefined) picked[field] = from[field];
  return picked as Pick<From, Field>;
}

/** The type of {@link omitFields}. It applies to each member of a union. */
export type OmitFields<From, Field extends PropertyKey> = From extends unknown
  ? { [Key in keyof From as Key extends Field ? never : Key]: From[Key] }
  : never;

/** Returns a copy of an object without the named fields. */
export function omitFields<From extends object, const Field extends string>(
  from: From,
  ...fields: readonly Field[]
): OmitFields<From, Field> {
  const omitted: ReadonlySet<string> = new Set(fields);
  const rest = {};
  for (const [key, value] of Object.entries(from)) {
    if (!omitted.has(key)) setOwn(rest, key, value);
  }
  return rest as OmitFields<From, Field>;
}

/** An object of the wire that may have metadata. */
interface WithMeta {
  readonly _meta?: Meta | null;
}

/** Reads `_meta` by the rules of a protocol version. Returns `undefined` if it changes nothing. */
export type MetaReader = (sent: WithMeta) => MetaPatch | undefined;

/** Version 1 merges `_meta` by top-level key and cannot clear it. */
export const readMetaV1: MetaReader = ({ _meta }) => (isObject(_meta) ? { set: _meta } : undefined);

/** Version 2 patches `_meta` by top-level key. `null` removes a key, or all of `_meta`. */
export const readMetaV2: MetaReader = ({ _meta }) => {
  if (_meta === null) return null;
  if (!isObject(_meta)) return undefined;
  const entries = Object.entries(_meta);
  const unset = entries.filter(([, value]) => value === null).map(([key]) => key);
  const set = Object.fromEntries(entries.filter(([, value]) => value !== null));
  return unset.length === 0 ? { set } : { set, unset };
};

/** Returns `_meta` as the `meta` property of an event. */
export function metaProperty(readMeta: MetaReader, sent: WithMeta): { meta?: MetaPatch } {
  const meta = readMeta(sent);
  return meta === undefined ? {} : { meta };
}
