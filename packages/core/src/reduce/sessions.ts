import { clearTable } from "../commit/removals.js";
import type { Transaction } from "../commit/transaction.js";
import type { EventOf } from "../events/event.js";
import { FIELDS_KEPT_BY_CLOSING, SESSION_FIELD_NAMES } from "../state/definitions.js";
import { SESSION_TABLES, TABLE_NAMES } from "../state/tables.js";
import type { Notice, SessionInfo } from "../state/sessionParts.js";
import type { SessionRecord } from "../state/sessionRecord.js";
import { shareStructure } from "../state/shareStructure.js";
import type { SessionFields } from "../state/state.js";
import { removeSettledElicitations, settlePendingElicitations } from "./elicitations.js";
import { confirmSignIn } from "./auth.js";
import { addOpenedSession, expectActivity, updateEntryInfo } from "./catalog.js";
import {
  keepUnknownFields,
  patchMeta,
  patchThreeStateFields,
  resetSessionField,
  setMeta,
  shareSessionField,
} from "./fieldPatches.js";
import { removeSettledPermissions, settlePendingPermissions } from "./permissions.js";
import { setConfigOptions, setModels, setModes } from "./settings.js";

/** Opens a session. Opening a known session only adds what is new. */
export function reduceSessionOpened(tx: Transaction, event: EventOf<"session_opened">): void {
  const session = tx.session(event.sessionId);
  tx.setSessionField(session, "closed", undefined);
  if (!event.requested) attachSession(tx, session);
  if (event.cwd !== undefined) tx.setSessionField(session, "cwd", event.cwd);
  const { additionalDirectories } = event;
  if (additionalDirectories)
    shareSessionField(tx, session, "additionalDirectories", additionalDirectories);
  const { mcpServers } = event;
  if (mcpServers)
    shareSessionField(tx, session, "mcpServers", mcpServers.length > 0 ? mcpServers : undefined);
  if (event.modes !== undefined) setModes(tx, session, event.modes);
  if (event.models !== undefined) setModels(tx, session, event.models);
  if (event.configOptions !== undefined) setConfigOptions(tx, session, event.configOptions);
  if (event.commands !== undefined) shareSessionField(tx, session, "commands", event.commands);
  if (event.forkedFrom !== undefined) tx.setSessionField(session, "forkedFrom", event.forkedFrom);
  if (event.continuedFrom !== undefined)
    shareSessionField(tx, session, "continuedFrom", event.continuedFrom);
  if (event.meta !== undefined) shareSessionField(tx, session, "_meta", event.meta);
  if (event.requested) return expectActivity(tx, session.id);
  addOpenedSession(tx, event);
  confirmSignIn(tx, event.at);
}

/**
 * Closes a session: settles its pending requests and frees its content. The requests that are settled
 * by closing stay, for the callers that wait for them.
 */
export function reduceSessionClosed(tx: Transaction, event: EventOf<"session_closed">): void {
  const session = tx.find(event.sessionId);
  if (session === undefined || session.fields.closed) return;
  removeSettledPermissions(tx, session);
  settlePendingPermissions(tx, session, "session_closed", event.at);
  removeSettledElicitations(tx, session.id);
  settlePendingElicitations(tx, "session_closed", event.at, session.id);
  for (const name of TABLE_NAMES) {
    if (!SESSION_TABLES[name].isKeptByClosing) clearTable(tx, session.tables[name]);
  }
  const timeline = session.timeline.value();
  tx.setTimeline(
    session,
    timeline.filter(({ type, id }) => type === "permission" && session.tables.permissions.has(id)),
  );
  for (const field of SESSION_FIELD_NAMES)
    if (!FIELDS_KEPT_BY_CLOSING.has(field)) resetSessionField(tx, session, field);
  tx.setSessionField(session, "closed", true);
}

/** Records that the agent no longer knows a session. Its content stays. */
export function reduceSessionDetached(tx: Transaction, event: EventOf<"session_detached">): void {
  const session = tx.find(event.sessionId);
  if (session !== undefined && !session.fields.closed)
    tx.setSessionField(session, "detached", event.reason);
}

/** Records that the agent knows a session. */
export function attachSession(tx: Transaction, session: SessionRecord): void {
  tx.setSessionField(session, "detached", undefined);
  tx.setSessionField(session, "restored", undefined);
}

/** Replaces the slash commands of a session. */
export function reduceCommands(tx: Transaction, event: EventOf<"commands">): void {
  shareSessionField(tx, tx.session(event.sessionId), "commands", event.commands);
}

/** Changes title, timestamp and other information of a session. `null` clears a field. */
export function reduceSessionInfo(tx: Transaction, event: EventOf<"session_info">): void {
  const session = tx.session(event.sessionId);
  const before = session.fields.info;
  const { title, updatedAt } = event;
  const info: SessionInfo = { ...before };
  patchThreeStateFields(info, before, { title, updatedAt });
  keepUnknownFields(info, before, event.extra);
  setMeta(info, patchMeta(before._meta, event.meta));
  shareSessionField(tx, session, "info", info);
  updateEntryInfo(tx, event);
}

/** Adds a notice and drops the oldest ones beyond `limit`. Counts one that is sent again and again. */
export function reduceNotice(tx: Transaction, event: EventOf<"notice">, limit: number): void {
  const session = tx.session(event.sessionId);
  const { notices } = session.fields;
  const index = notices.length - 1;
  const last = notices.at(index);
  if (last !== undefined && isRepeated(last, event.notice)) {
    const { count = 1 } = last;
    return tx.spliceList(session, "notices", index, 1, { ...last, count: count + 1 });
  }
  const notice: Notice = { ...event.notice, position: session.timeline.length };
  addToBoundedList(tx, session, "notices", notice, limit);
}

function isRepeated(last: Notice, next: EventOf<"notice">["notice"]): boolean {
  const { position: _position, count: _count, ...sent } = last;
  return shareStructure(sent, next) === sent;
}

/** Keeps the extension data of notifications and updates that have no entity. */
export function reduceUpdateMeta(tx: Transaction, event: EventOf<"update_meta">): void {
  const session = tx.session(event.sessionId);
  const { updateMeta } = session.fields;
  shareSessionField(tx, session, "updateMeta", { ...updateMeta, [event.source]: event.meta });
}

/** Keeps an update of an unknown kind and drops the oldest ones beyond `limit`. */
export function reduceUnknownUpdate(
  tx: Transaction,
  event: EventOf<"unknown_update">,
  limit: number,
): void {
  addToBoundedList(tx, tx.session(event.sessionId), "unknownUpdates", event.update, limit);
}

/** Adds a copy of an item. Removes the oldest items beyond the limit, and counts them in `dropped`. */
function addToBoundedList<Name extends keyof NonNullable<SessionFields["dropped"]>>(
  tx: Transaction,
  session: SessionRecord,
  name: Name,
  item: SessionFields[Name][number],
  limit: number,
): void {
  const { length } = session.fields[name];
  tx.spliceList(session, name, length, 0, shareStructure(undefined, item));
  const excess = session.fields[name].length - limit;
  if (excess <= 0) return;
  for (let count = 0; count < excess; count++) tx.spliceList(session, name, 0, 1);
  const { dropped } = session.fields;
  tx.setSessionField(session, "dropped", { ...dropped, [name]: (dropped?.[name] ?? 0) + excess });
}
