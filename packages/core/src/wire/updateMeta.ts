import * as z from "zod/mini";
import type { Diagnostic } from "../diagnostics.js";
import type { UpdateMetaEvent } from "../events/sessionEvents.js";
import { isObject } from "../json.js";
import { metaSchema } from "./commonSchemas.js";
import { type ParsedUpdate, parseLenient } from "./parse.js";

/** The updates whose `_meta` belongs to no entity, and to no other field of the state. */
const UPDATES_WITH_OWN_META: ReadonlySet<unknown> = new Set([
  "available_commands_update",
  "current_mode_update",
  "config_option_update",
  "plan_update",
  "plan_removed",
  "state_update",
]);

const notificationMetaSchema = z.object({ _meta: metaSchema });

/** The parts of a notification that have metadata. */
interface SentNotification {
  readonly sessionId: string;
  readonly update: { readonly sessionUpdate: string; readonly _meta?: unknown };
  readonly _meta?: unknown;
}

/** Adds the events of the `_meta` of a notification, and of its update if nothing else keeps it. */
export function withUpdateMeta(
  parsed: ParsedUpdate,
  params: SentNotification,
  path: Diagnostic["path"],
): ParsedUpdate {
  const { sessionId, update, _meta } = params;
  const ownMeta = UPDATES_WITH_OWN_META.has(update.sessionUpdate) ? update._meta : undefined;
  if (parsed.events === undefined || (_meta == null && ownMeta == null)) return parsed;
  const events = [...parsed.events];
  if (isObject(ownMeta)) events.push(updateMeta(sessionId, update.sessionUpdate, ownMeta));
  const { value, diagnostics } = parseLenient(notificationMetaSchema, params, path);
  if (value?._meta) events.push(updateMeta(sessionId, "session/update", value._meta));
  return { events, diagnostics: [...parsed.diagnostics, ...diagnostics] };
}

function updateMeta(
  sessionId: string,
  source: string,
  meta: UpdateMetaEvent["meta"],
): UpdateMetaEvent {
  return { type: "update_meta", sessionId, source, meta };
}
