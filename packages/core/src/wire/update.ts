import type * as z from "zod";
import type { SessionEventBody } from "../events/event.js";
import { type JsonObject, setOwn } from "../json.js";

/** How one kind of `session/update` is read: its schema, and what it means. */
export interface UpdateKind {
  readonly schema: z.ZodType;
  /** Names that mean something else on the entity, or to the language, than on the wire. */
  readonly reserved?: ReadonlySet<string>;
  /** Called with an update that the schema accepts. */
  toEvents(sessionId: string, update: JsonObject): readonly SessionEventBody[];
}

/** The kinds that a protocol version has, by the value of `sessionUpdate`. */
export type UpdateKinds = Readonly<Record<string, UpdateKind>>;

/** An event without the session that it belongs to. */
export type EventFields<Type extends SessionEventBody["type"]> = JsonObject & {
  readonly type: Type;
};

/** A kind that means one event. The schema has checked the fields; here they get their types. */
export function kindOf<Type extends SessionEventBody["type"]>(
  schema: z.ZodType,
  toEvent: (update: JsonObject) => EventFields<Type>,
  reserved?: ReadonlySet<string>,
): UpdateKind {
  return {
    schema,
    ...(reserved && { reserved }),
    toEvents: (sessionId, update) => {
      // Assigned: a copy with one more property costs many times as much.
      const event: JsonObject = toEvent(update);
      event["sessionId"] = sessionId;
      return [event as unknown as SessionEventBody];
    },
  };
}

/** A kind that tells of one entity: fields that the protocol does not name are kept on it. */
export function entityOf<Type extends SessionEventBody["type"]>(
  schema: z.ZodObject,
  own: readonly string[],
  toEvent: (update: JsonObject) => EventFields<Type>,
): UpdateKind {
  const reserved = new Set([...own, "__proto__"]);
  const named = new Set(["sessionUpdate", ...Object.keys(schema.shape), ...reserved]);
  return kindOf(
    schema,
    (update) => ({ ...extraProperty(update, named), ...toEvent(update) }),
    reserved,
  );
}

/** What an object has beyond the named fields, as the property of an event. */
export function extraProperty(
  sent: JsonObject,
  named: ReadonlySet<string>,
): { extra?: JsonObject } {
  const extra = Object.entries(sent).filter(
    ([field, value]) => !named.has(field) && value !== undefined,
  );
  return extra.length === 0 ? {} : { extra: Object.fromEntries(extra) };
}

/** The named fields of an object that are there. */
export function pick(from: JsonObject, ...fields: readonly string[]): JsonObject {
  const picked: JsonObject = {};
  for (const field of fields) if (from[field] !== undefined) picked[field] = from[field];
  return picked;
}

/** An object without some fields. */
export function omit(from: JsonObject, ...fields: readonly string[]): JsonObject {
  const rest: JsonObject = {};
  for (const field of Object.keys(from))
    if (!fields.includes(field)) setOwn(rest, field, from[field]);
  return rest;
}
