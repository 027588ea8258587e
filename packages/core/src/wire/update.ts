import type * as z from "zod";
import type { SessionEventBody } from "../events/event.js";
import { type JsonObject, setOwn } from "../state/adopt.js";

/** How one kind of `session/update` is read: its schema, and what it means. */
export interface UpdateKind {
  readonly schema: z.ZodType;
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
): UpdateKind {
  return {
    schema,
    toEvents: (sessionId, update) => {
      // Assigned: a copy with one more property costs many times as much.
      const event: JsonObject = toEvent(update);
      event["sessionId"] = sessionId;
      return [event as unknown as SessionEventBody];
    },
  };
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
