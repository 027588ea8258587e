import * as z from "zod";
import type { Diagnostic } from "../diagnostics.js";
import type { SessionEventBody } from "../events/event.js";
import type { JsonObject } from "../state/adopt.js";
import type { UnknownUpdate } from "../state/state.js";
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
  "plan_update",
  "plan_removed",
  "current_mode_update",
  "user_message",
  "agent_message",
  "agent_thought",
  "terminal_update",
  "terminal_output_chunk",
]);

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
  const own = kindIn(kindsOf[version], name);
  const kind = own ?? toleratedKind(version, name);
  if (kind === undefined) return unknownUpdate(sessionId, update as UnknownUpdate, path);
  const { value, diagnostics } = parseLenient(kind.schema, update, path);
  if (value === undefined) return { diagnostics };
  const events = kind.toEvents(sessionId, value as JsonObject);
  const found = kind.reserved === undefined ? [] : reservedIn(update, kind.reserved, path);
  if (own === undefined) found.push(mismatch(name, version, path));
  return { events, diagnostics: found.length === 0 ? diagnostics : [...diagnostics, ...found] };
}

/** A `tool_call` in version 2 is an upsert like any other there: `null` clears, the title may lack. */
function toleratedKind(version: 1 | 2, name: string): UpdateKind | undefined {
  if (!TOLERATED.has(name)) return undefined;
  if (version === 2 && name === "tool_call") return updatesV2["tool_call_update"];
  return kindIn(kindsOf[version === 1 ? 2 : 1], name);
}

function kindIn(kinds: UpdateKinds, name: string): UpdateKind | undefined {
  return Object.hasOwn(kinds, name) ? kinds[name] : undefined;
}

function unknownUpdate(sessionId: string, update: UnknownUpdate, path: readonly string[]): Reading {
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

function mismatch(name: string, version: 1 | 2, path: readonly string[]): Diagnostic {
  return {
    code: "version_mismatch",
    path: [...path, "sessionUpdate"],
    message: `"${name}" does not belong to protocol version ${version}, which was agreed on. It was applied.`,
    value: name,
  };
}
