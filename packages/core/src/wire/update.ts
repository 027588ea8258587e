import type * as z from "zod";
import type { SessionEventBody } from "../events/event.js";
import type { JsonObject } from "../state/adopt.js";

/** How one kind of `session/update` is read: its schema, and what it means. */
export interface UpdateKind {
  readonly schema: z.ZodType;
  /** Called with an update that the schema accepts. */
  toEvent(sessionId: string, update: JsonObject): SessionEventBody;
}

/** The kinds that a protocol version has, by the value of `sessionUpdate`. */
export type UpdateKinds = Readonly<Record<string, UpdateKind>>;
