import { removeEntity, retainEntities } from "../commit/removals.js";
import type { Transaction } from "../commit/transaction.js";
import type { EventOf } from "../events/event.js";
import type { EntityPatch } from "../events/eventParts.js";
import type { ListedSession } from "../events/sessionEvents.js";
import { presentFields } from "../json.js";
import type { TurnFailure } from "../state/catalog.js";
import type { SessionId } from "../state/entities.js";
import type { SessionRecord } from "../state/sessionRecord.js";
import { shareStructure } from "../state/shareStructure.js";
import type { StoredCatalogEntry } from "../state/storedEntities.js";
import { patchThreeStateFields } from "./fieldPatches.js";

/**
 * Merges a page of the agent's sessions into the catalog. After the last page, the sessions that the
 * listing should have contained and did not are removed, unless they are open or saved.
 */
export function reduceSessionsListed(tx: Transaction, event: EventOf<"sessions_listed">): void {
  for (const listed of event.sessions) mergeListedSession(tx, listed);
  if (event.nextCursor !== undefined || event.listedIds === undefined) return;
  const ids = new Set(event.listedIds);
  retainEntities(
    tx,
    tx.tables.catalog,
    (id, entry) =>
      ids.has(id) || entry.saved === true || isOpen(tx, id) || !matchesFilters(entry, event),
  );
}

function mergeListedSession(tx: Transaction, listed: ListedSession): void {
  const { sessionId, updatedAt } = listed;
  const seen = tx.tables.catalog.get(sessionId)?.seenUpdatedAt;
  ensureEntry(tx, sessionId);
  patchEntry(tx, sessionId, listed);
  if (updatedAt === undefined) return;
  // The activity of an attached session happens in view of this client.
  if (isAttached(tx, sessionId)) patchEntry(tx, sessionId, { seenUpdatedAt: null });
  else if (seen === undefined) patchEntry(tx, sessionId, { seenUpdatedAt: updatedAt });
  else if (Date.parse(updatedAt) > Date.parse(seen)) patchEntry(tx, sessionId, { unread: true });
}

function isOpen(tx: Transaction, sessionId: SessionId): boolean {
  const session = tx.find(sessionId);
  return session !== undefined && !session.fields.closed;
}

/** Returns whether the agent has opened a session, and reports what happens in it. */
function isAttached(tx: Transaction, sessionId: SessionId): boolean {
  return isOpen(tx, sessionId) && tx.find(sessionId)?.fields.detached === undefined;
}

/** Returns whether a complete listing with these filters contains a session, if it still exists. */
function matchesFilters(
  entry: StoredCatalogEntry,
  { cwd, archived }: EventOf<"sessions_listed">,
): boolean {
  if (cwd !== undefined && entry.cwd !== cwd) return false;
  if (archived === "include") return true;
  return entry.archived === true ? archived === "only" : archived === "exclude";
}

/** Adds a session that was opened to the catalog. */
export function addOpenedSession(
  tx: Transaction,
  {
    sessionId,
    cwd,
    additionalDirectories,
    forkedFrom,
    continuedFrom,
    at,
  }: EventOf<"session_opened">,
): void {
  if (ensureEntry(tx, sessionId)) patchEntry(tx, sessionId, { lastActivityAt: at });
  patchEntry(tx, sessionId, {
    ...presentFields({ cwd, additionalDirectories, forkedFrom, continuedFrom }),
    saved: null,
  });
  expectActivity(tx, sessionId);
}

/**
 * Counts the next `updatedAt` of a session as seen, because the agent may change it when it opens the
 * session for this client.
 */
export function expectActivity(tx: Transaction, sessionId: SessionId): void {
  patchEntry(tx, sessionId, { seenUpdatedAt: null });
}

/** Adds the entries of saved sessions that the catalog does not have. */
export function reduceCatalogRestored(tx: Transaction, event: EventOf<"catalog_restored">): void {
  for (const entry of event.entries)
    if (!tx.tables.catalog.has(entry.sessionId))
      tx.create(tx.tables.catalog, entry.sessionId, entry);
}

/** Records that the content of a session was restored. */
export function recordRestored(tx: Transaction, sessionId: SessionId): void {
  patchEntry(tx, sessionId, { saved: null });
}

/** Sets the title of a session, whether or not it is open. */
export function reduceSessionTitled(tx: Transaction, event: EventOf<"session_titled">): void {
  const { sessionId, title } = event;
  const session = tx.find(sessionId);
  if (session !== undefined)
    tx.setSessionField(
      session,
      "info",
      shareStructure(session.fields.info, { ...session.fields.info, title }),
    );
  ensureEntry(tx, sessionId);
  patchEntry(tx, sessionId, { title });
}

/** Records that a session was archived, or restored from the archive. */
export function reduceSessionArchived(tx: Transaction, event: EventOf<"session_archived">): void {
  ensureEntry(tx, event.sessionId);
  patchEntry(tx, event.sessionId, { archived: event.archived });
}

/** Removes a session from the catalog. */
export function reduceSessionDeleted(tx: Transaction, event: EventOf<"session_deleted">): void {
  removeEntity(tx, tx.tables.catalog, event.sessionId);
}

/** Records that the user has seen what is new in a session. */
export function reduceSessionRead(tx: Transaction, { sessionId }: EventOf<"session_read">): void {
  const entry = tx.tables.catalog.get(sessionId);
  if (entry === undefined) return;
  const { seenUpdatedAt, updatedAt } = entry;
  patchEntry(tx, sessionId, {
    unread: null,
    ...(seenUpdatedAt !== undefined && presentFields({ seenUpdatedAt: updatedAt })),
  });
}

/** Takes over what the agent reported about a session. It happened in view of this client. */
export function updateEntryInfo(tx: Transaction, event: EventOf<"session_info">): void {
  const { sessionId, title, updatedAt } = event;
  patchEntry(tx, sessionId, {
    ...(title !== undefined && { title }),
    ...(updatedAt !== undefined && { updatedAt, seenUpdatedAt: null }),
  });
}

/** Records that the user sent a prompt: the session has no news, and is active now. */
export function recordTurnStart(tx: Transaction, event: EventOf<"turn_started">): void {
  const { sessionId, at, prompt } = event;
  const isNamed = tx.tables.catalog.get(sessionId)?.firstPrompt !== undefined;
  patchEntry(tx, sessionId, {
    ...(!isNamed && presentFields({ firstPrompt: firstLine(prompt) })),
    lastActivityAt: at,
    unread: null,
    failure: null,
    seenUpdatedAt: null,
  });
}

/** Returns the first line with text, at most 100 characters. */
function firstLine(prompt: EventOf<"turn_started">["prompt"]): string | undefined {
  const [block] = prompt ?? [];
  return block?.type === "text" ? /\S.{0,99}/u.exec(block.text)?.[0].trim() : undefined;
}

/** Records that a turn ended, which is news. */
export function recordTurnEnd(tx: Transaction, event: EventOf<"turn_ended">): void {
  const { sessionId, at, error } = event;
  const failure: TurnFailure | null = error
    ? {
        status: "failed",
        error: { message: error.message, ...presentFields({ code: error.code }) },
      }
    : null;
  patchEntry(tx, sessionId, { lastActivityAt: at, unread: true, failure, seenUpdatedAt: null });
}

/** Records that a turn was running when its program ended, which is news. */
export function recordInterruptedTurn(tx: Transaction, sessionId: SessionId): void {
  patchEntry(tx, sessionId, { unread: true, failure: { status: "interrupted" } });
}

/** Marks a session as unread. A subagent's session is part of the session that started it. */
export function markUnread(tx: Transaction, session: SessionRecord | undefined): void {
  const visited = new Set<SessionRecord>();
  let current = session;
  while (current !== undefined && !tx.tables.catalog.has(current.id) && !visited.has(current)) {
    visited.add(current);
    current = tx.find(current.fields.parentSessionId);
  }
  if (current !== undefined) patchEntry(tx, current.id, { unread: true });
}

/** Adds an entry with what the store knows about the session. Returns whether it was missing. */
function ensureEntry(tx: Transaction, sessionId: SessionId): boolean {
  const { catalog } = tx.tables;
  if (catalog.has(sessionId)) return false;
  const { cwd, additionalDirectories, continuedFrom, info } = tx.find(sessionId)?.fields ?? {};
  tx.create(catalog, sessionId, {
    sessionId,
    ...presentFields({
      cwd,
      additionalDirectories,
      continuedFrom,
      title: info?.title,
      updatedAt: info?.updatedAt,
    }),
  });
  return true;
}

/** Changes fields of an entry, if it exists. `null` removes a field. */
function patchEntry(
  tx: Transaction,
  sessionId: SessionId,
  patch: EntityPatch<StoredCatalogEntry>,
): void {
  const before = tx.tables.catalog.get(sessionId);
  if (before === undefined) return;
  const after = { ...before };
  patchThreeStateFields(after, before, patch);
  tx.replace(tx.tables.catalog, sessionId, shareStructure(before, after));
}
