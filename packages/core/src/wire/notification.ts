import * as z from "zod";
import type { Diagnostic } from "../diagnostics.js";
import type { SessionEventBody } from "../events/event.js";
import type { JsonObject } from "../state/adopt.js";
import type { UnknownUpdate } from "../state/state.js";
import { parseLenient } from "./parse.js";
import type { UpdateKinds } from "./update.js";
import { updatesV1 } from "./v1/updates.js";
import { RESERVED } from "./v1/toolCall.js";
import { updatesV2 } from "./v2/updates.js";

/** What a message means. Without an event it was rejected. */
export interface Reading {
  readonly event?: SessionEventBody;
  readonly diagnostics: readonly Diagnostic[];
}

const kindsOf: Readonly<Record<1 | 2, UpdateKinds>> = { 1: updatesV1, 2: updatesV2 };

const envelope = z.object({
  sessionId: z.string(),
  update: z.object({ sessionUpdate: z.string() }),
});

/**
 * Reads the params of a `session/update`. `base` is where they stand in what was handed in.
 */
export function readNotification(
  version: 1 | 2,
  params: unknown,
  base: readonly string[],
): Reading {
  const outer = parseLenient(envelope, params, base);
  if (outer.value === undefined) return { diagnostics: outer.diagnostics };
  const { sessionId, update } = outer.value as { sessionId: string; update: JsonObject };
  const path = [...base, "update"];
  const name = update["sessionUpdate"] as string;
  const kinds = kindsOf[version];
  const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
  if (kind === undefined) return unknownUpdate(sessionId, update as UnknownUpdate, path);
  const { value, diagnostics } = parseLenient(kind.schema, update, path);
  if (value === undefined) return { diagnostics };
  const event = kind.toEvent(sessionId, value as JsonObject);
  return {
    event,
    diagnostics:
      event.type === "tool_call" ? [...diagnostics, ...reserved(update, path)] : diagnostics,
  };
}

function unknownUpdate(sessionId: string, update: UnknownUpdate, path: readonly string[]): Reading {
  const diagnostic: Diagnostic = {
    code: "unknown_update",
    path: [...path, "sessionUpdate"],
    message: `"${update.sessionUpdate}" is not an update of this protocol version. It was kept in the session's unknownUpdates.`,
    value: update,
  };
  return { event: { type: "unknown_update", sessionId, update }, diagnostics: [diagnostic] };
}

function reserved(update: JsonObject, path: readonly string[]): Diagnostic[] {
  return Object.keys(update)
    .filter((field) => RESERVED.has(field))
    .map((field) => ({
      code: "reserved_field",
      path: [...path, field],
      message: `The store keeps something of its own under "${field}". The field was left out.`,
      value: update[field],
    }));
}
