import * as z from "zod/mini";
import type { Diagnostic } from "../diagnostics.js";
import { isObject } from "../json.js";
import type { UnknownUpdate } from "../state/state.js";
import { type ParsedUpdate, parseLenient, type UpdateKind } from "./parse.js";
import { withUpdateMeta } from "./updateMeta.js";
import { type UpdateNameV1, updatesV1 } from "./v1/updates.js";
import { type UpdateNameV2, updatesV2 } from "./v2/updates.js";

/** The positions of a notification's parts in the value that the caller passed in. */
export interface NotificationPaths {
  readonly params: Diagnostic["path"];
  readonly update: Diagnostic["path"];
}

/** Updates of the other version that agents send although they agreed on this one. */
const TOLERATED_IN_V1 = {
  tool_call_content_chunk: updatesV2.tool_call_content_chunk,
  user_message: updatesV2.user_message,
  agent_message: updatesV2.agent_message,
  agent_thought: updatesV2.agent_thought,
  terminal_update: updatesV2.terminal_update,
  terminal_output_chunk: updatesV2.terminal_output_chunk,
} satisfies Partial<Record<UpdateNameV2, UpdateKind>>;
const TOLERATED_IN_V2 = {
  // An upsert, as all updates of tool calls in version 2: `null` clears, the title is optional.
  tool_call: updatesV2.tool_call_update,
  plan: updatesV1.plan,
  current_mode_update: updatesV1.current_mode_update,
} satisfies Partial<Record<UpdateNameV1, UpdateKind>>;

type FindKind = (name: string) => UpdateKind | undefined;

const kinds: Readonly<Record<1 | 2, FindKind>> = {
  1: findIn(updatesV1),
  2: findIn(updatesV2),
};
const toleratedKinds: Readonly<Record<1 | 2, FindKind>> = {
  1: findIn(TOLERATED_IN_V1),
  2: findIn(TOLERATED_IN_V2),
};

/**
 * Returns a function that finds a kind by its name. It compares the name with the previous one first,
 * because most updates are of the same kind, and a new string must be hashed before it is looked up.
 */
function findIn(kindsByName: Readonly<Record<string, UpdateKind>>): FindKind {
  const byName = new Map(Object.entries(kindsByName));
  let lastName: string | undefined;
  let lastKind: UpdateKind | undefined;
  return (name) => {
    if (name !== lastName) {
      lastKind = byName.get(name);
      lastName = name;
    }
    return lastKind;
  };
}

const notificationSchema = z.object({
  sessionId: z.string(),
  update: z.object({ sessionUpdate: z.string() }),
});

interface Notification {
  readonly sessionId: string;
  readonly update: UnknownUpdate;
  readonly _meta?: unknown;
}

/** Does the same as a guard of the schema, in a tenth of the time. */
function isNotification(params: unknown): params is Notification {
  if (!isObject(params) || typeof params["sessionId"] !== "string") return false;
  const { update } = params;
  return isObject(update) && typeof update["sessionUpdate"] === "string";
}

/** Parses the params of a `session/update`. The result has no events if they were rejected. */
export function parseSessionUpdate(
  version: 1 | 2,
  params: unknown,
  paths: NotificationPaths,
): ParsedUpdate {
  if (!isNotification(params))
    return { diagnostics: parseLenient(notificationSchema, params, paths.params).diagnostics };
  // Checked here as well, because almost no notification has metadata.
  const parsed = parseUpdate(version, params, paths);
  const hasMeta = params._meta !== undefined || params.update["_meta"] !== undefined;
  return hasMeta ? withUpdateMeta(parsed, params, paths.params) : parsed;
}

function parseUpdate(
  version: 1 | 2,
  { sessionId, update }: Notification,
  paths: NotificationPaths,
): ParsedUpdate {
  const kind = kinds[version](update.sessionUpdate);
  if (kind !== undefined) return kind.parse(sessionId, update, paths.update);
  const tolerated = toleratedKinds[version](update.sessionUpdate);
  if (tolerated === undefined) return unknownUpdate(sessionId, update, paths.update);
  const { events, diagnostics } = tolerated.parse(sessionId, update, paths.update);
  if (events === undefined) return { diagnostics };
  return {
    events,
    diagnostics: [...diagnostics, versionMismatch(update.sessionUpdate, version, paths.update)],
  };
}

function unknownUpdate(
  sessionId: string,
  update: UnknownUpdate,
  path: Diagnostic["path"],
): ParsedUpdate {
  const diagnostic: Diagnostic = {
    code: "unknown_update",
    path: [...path, "sessionUpdate"],
    message: `"${update.sessionUpdate}" is not an update of this protocol version. The store added it to the session's unknownUpdates.`,
    value: update,
  };
  return {
    events: [{ type: "unknown_update", sessionId, update }],
    diagnostics: [diagnostic],
  };
}

function versionMismatch(name: string, version: 1 | 2, path: Diagnostic["path"]): Diagnostic {
  return {
    code: "version_mismatch",
    path: [...path, "sessionUpdate"],
    message: `"${name}" does not belong to protocol version ${version}, which the client and the agent agreed on. It was applied.`,
    value: name,
  };
}
