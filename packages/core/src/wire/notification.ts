import * as z from "zod";
import type { Diagnostic } from "../diagnostics.js";
import type { SessionEventBody } from "../events/event.js";
import { isObject, type JsonObject } from "../state/adopt.js";
import type { UnknownUpdate } from "../state/state.js";
import { guardOf } from "./guard.js";
import { parseLenient } from "./parse.js";
import { reservedIn } from "./reserved.js";
import type { UpdateKind } from "./update.js";
import { updatesV1 } from "./v1/updates.js";
import { updatesV2 } from "./v2/updates.js";

/** What a message means. Without events it was rejected. */
export interface Reading {
  readonly events?: readonly SessionEventBody[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Kinds of the other version that agents send all the same, and that can do no harm. */
const TOLERATED: ReadonlySet<string> = new Set([
  "tool_call",
  "tool_call_content_chunk",
  "plan",
  "current_mode_update",
  "user_message",
  "agent_message",
  "agent_thought",
  "terminal_update",
  "terminal_output_chunk",
]);

const kindsOf: Readonly<Record<1 | 2, ReadonlyMap<string, UpdateKind>>> = {
  1: new Map(Object.entries(updatesV1)),
  2: new Map(Object.entries(updatesV2)),
};

const envelope = z.object({
  sessionId: z.string(),
  update: z.object({ sessionUpdate: z.string() }),
});

interface Envelope {
  readonly sessionId: string;
  readonly update: JsonObject & { readonly sessionUpdate: string };
}

/** The same as its schema says, in a tenth of the time. */
function isEnvelope(params: unknown): params is Envelope {
  if (!isObject(params) || typeof params["sessionId"] !== "string") return false;
  const { update } = params;
  return isObject(update) && typeof update["sessionUpdate"] === "string";
}

/** Where the params of a `session/update` stand in what was handed in, and the update in them. */
export interface Place {
  readonly params: Diagnostic["path"];
  readonly update: Diagnostic["path"];
}

/** Reads the params of a `session/update`. */
export function readNotification(version: 1 | 2, params: unknown, place: Place): Reading {
  if (!isEnvelope(params))
    return { diagnostics: parseLenient(envelope, params, place.params).diagnostics };
  const { sessionId, update } = params;
  const kind = kindsOf[version].get(update.sessionUpdate);
  if (kind === undefined || !isAsExpected(kind, update))
    return readWithCare(version, params, place.update);
  return { events: kind.toEvents(sessionId, update), diagnostics: NOTHING_ODD };
}

const NOTHING_ODD: readonly Diagnostic[] = [];

function isAsExpected({ schema, reserved }: UpdateKind, update: JsonObject): boolean {
  if (!guardOf(schema)(update)) return false;
  if (reserved !== undefined) for (const field in update) if (reserved.has(field)) return false;
  return true;
}

function readWithCare(
  version: 1 | 2,
  { sessionId, update }: Envelope,
  path: Diagnostic["path"],
): Reading {
  const name = update.sessionUpdate;
  const own = kindsOf[version].get(name);
  const kind = own ?? toleratedKind(version, name);
  if (kind === undefined) return unknownUpdate(sessionId, update, path);
  const { value, diagnostics } = parseLenient(kind.schema, update, path);
  if (value === undefined) return { diagnostics };
  const events = kind.toEvents(sessionId, value as JsonObject);
  const found = kind.reserved === undefined ? [] : reservedIn(update, kind.reserved, path);
  if (own === undefined) found.push(mismatch(name, version, path));
  return { events, diagnostics: [...diagnostics, ...found] };
}

/** A `tool_call` in version 2 is an upsert like any there: `null` clears, the title may lack. */
function toleratedKind(version: 1 | 2, name: string): UpdateKind | undefined {
  if (!TOLERATED.has(name)) return undefined;
  if (name === "tool_call") return updatesV2["tool_call_update"];
  return kindsOf[version === 1 ? 2 : 1].get(name);
}

function unknownUpdate(
  sessionId: string,
  update: UnknownUpdate,
  path: Diagnostic["path"],
): Reading {
  const diagnostic: Diagnostic = {
    code: "unknown_update",
    path: [...path, "sessionUpdate"],
    message: `"${update.sessionUpdate}" is not an update of this protocol version. It was kept in the session's unknownUpdates.`,
    value: update,
  };
  return {
    events: [{ type: "unknown_update", sessionId, update }],
    diagnostics: [diagnostic],
  };
}

function mismatch(name: string, version: 1 | 2, path: Diagnostic["path"]): Diagnostic {
  return {
    code: "version_mismatch",
    path: [...path, "sessionUpdate"],
    message: `"${name}" does not belong to protocol version ${version}, which was agreed on. It was applied.`,
    value: name,
  };
}
