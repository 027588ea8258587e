import type * as z from "zod/mini";
import type { Diagnostic } from "../diagnostics.js";
import type { SessionEventBody } from "../events/event.js";
import type { MetaPatch } from "../events/eventParts.js";
import { isObject, type JsonObject, setOwn } from "../json.js";
import type { Meta } from "../state/content.js";
import type { EntityTimes } from "../state/entities.js";
import { type Guard, guardWithout } from "./guard.js";
import { NO_DIAGNOSTICS, parseLenient } from "./parse.js";
import type { Schema } from "./schema.js";

/** The events of an update. Absent if it was rejected. */
export interface ParsedUpdate {
  readonly events?: readonly SessionEventBody[];
  readonly diagnostics: readonly Diagnostic[];
}

/** One kind of `session/update`: its schema, and the mapping to events. */
export interface UpdateKind {
  /** Parses an update of this kind. `path` is the position of the update in the message. */
  parse(sessionId: string, update: JsonObject, path: Diagnostic["path"]): ParsedUpdate;
}

/**
 * Field names that an update must not use: the store has its own value under that name, or the name
 * is special in JavaScript.
 */
export type ReservedFields = ReadonlySet<string>;

/** The name that is reserved wherever fields of the wire are copied. */
export const PROTO: ReservedFields = new Set(["__proto__"]);
/** The fields of every entity with times. */
export const TIME_FIELDS = [
  "createdAt",
  "updatedAt",
  "replayed",
] as const satisfies readonly (keyof EntityTimes)[];
const NO_RESERVED_FIELDS: ReservedFields = new Set();

/**
 * Creates the kind of an update from its schema and its mapper. The mapper gets the update with the
 * schema's type, and has to leave out the reserved fields.
 */
export function updateKind<Type extends Schema>(
  schema: Type,
  toEvents: (sessionId: string, update: z.output<Type>) => readonly SessionEventBody[],
  reserved: ReservedFields = NO_RESERVED_FIELDS,
): UpdateKind {
  // Built when the first update arrives, because most stores never see most kinds.
  let isValid: Guard<z.output<Type>> | undefined;
  return {
    parse(sessionId, update, path) {
      isValid ??= guardWithout(reserved, schema);
      if (isValid(update))
        return { events: toEvents(sessionId, update), diagnostics: NO_DIAGNOSTICS };
      const { value, diagnostics } = parseLenient(schema, update, path);
      if (value === undefined) return { diagnostics };
      return {
        events: toEvents(sessionId, value),
        diagnostics: [...diagnostics, ...reservedFieldDiagnostics(update, reserved, path)],
      };
    },
  };
}

/** Returns a diagnostic for each field of a message that the store leaves out. */
export function reservedFieldDiagnostics(
  sent: object,
  reserved: ReservedFields,
  path: Diagnostic["path"],
): Diagnostic[] {
  return Object.entries(sent)
    .filter(([field]) => reserved.has(field))
    .map(([field, value]) => ({
      code: "reserved_field",
      path: [...path, field],
      message: `The store uses the field name "${field}" itself. The field was ignored.`,
      value,
    }));
}

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
