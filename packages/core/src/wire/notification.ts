import * as z from "zod";
import type { Diagnostic } from "../diagnostics.js";
import type { SessionEventBody } from "../events/event.js";
import { isObject, type JsonObject } from "../json.js";
import type { UnknownUpdate } from "../state/state.js";
import { type Guard, guardWithout } from "./guard.js";
import { parseLenient } from "./parse.js";
import { reservedIn } from "./reserved.js";
import type { UpdateKind, UpdateKinds } from "./update.js";
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

/** A kind, and the check of whether an update of it can be taken as it is. */
interface KnownKind {
  readonly kind: UpdateKind;
  fits: Guard;
}

const kindsOf: Readonly<Record<1 | 2, ReadonlyMap<string, KnownKind>>> = {
  1: known(updatesV1),
  2: known(updatesV2),
};

function known(kinds: UpdateKinds): ReadonlyMap<string, KnownKind> {
  return new Map(Object.entries(kinds).map(([name, kind]) => [name, knownKind(kind)]));
}

/** Its check is made when the first one comes. */
function knownKind(kind: UpdateKind): KnownKind {
  const made: KnownKind = {
    kind,
    fits: (update) => {
      made.fits = guardWithout(kind.reserved ?? new Set(), kind.schema);
      return made.fits(update);
    },
  };
  return made;
}

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
  const own = kindsOf[version].get(update.sessionUpdate);
  if (own === undefined || !own.fits(update)) return readWithCare(version, params, place.update);
  return { events: own.kind.toEvents(sessionId, update), diagnostics: NOTHING_ODD };
}

const NOTHING_ODD: readonly Diagnostic[] = [];

function readWithCare(
  version: 1 | 2,
  { sessionId, update }: Envelope,
  path: Diagnostic["path"],
): Reading {
  const name = update.sessionUpdate;
  const own = kindsOf[version].get(name)?.kind;
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
  return kindsOf[version === 1 ? 2 : 1].get(name)?.kind;
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
