import { type AcpState, type AcpStore, applyAcpPatches, deserialize } from "@acp-store/core";
import {
  type AcpPersistError,
  corruptSession,
  isAcpPersistError,
  unknownVersion,
} from "./errors.js";
import {
  isKnownVersion,
  parseContent,
  type SavedSession,
  sessionDocumentId,
  sessionIdOf,
  type VerifiedDocument,
  verifyDocument,
} from "./format.js";
import {
  type DescribedSession,
  type IndexedSession,
  readIndex,
  writeIndex,
} from "./sessionIndex.js";
import type { AcpStorage } from "./storage.js";

/**
 * Returns the sessions of a storage, the one with the newest change first. Verifies the documents but
 * does not parse their content. If the storage has `versions`, it reads only the documents that have
 * changed since the last call, and keeps the list in an index for the next one.
 *
 * @example
 * ```ts
 * for (const { sessionId, title = sessionId } of await savedSessions(storage)) console.log(title);
 * ```
 */
export async function savedSessions(storage: AcpStorage): Promise<readonly SavedSession[]> {
  return (await describeSessions(storage)).map(({ session }) => session);
}

/** Returns the sessions of a storage like {@link savedSessions}, each with its catalog entry. */
export async function describeSessions(storage: AcpStorage): Promise<readonly DescribedSession[]> {
  const { versions, indexed } = await findDocuments(storage);
  const sessions: DescribedSession[] = [];
  const kept: IndexedSession[] = [];
  let isIndexCurrent = true;
  // One after the other, so that only one document is in memory.
  for (const [id, version] of versions) {
    const sessionId = sessionIdOf(id);
    if (sessionId === undefined) continue;
    const known = indexed.get(sessionId);
    const isKnown = version !== undefined && known?.version === version;
    const described = isKnown ? known : await describeSession(storage, sessionId);
    if (described === undefined) continue;
    sessions.push(described);
    if (version === undefined) continue;
    kept.push({ ...described, version });
    isIndexCurrent &&= isKnown;
  }
  if (!isIndexCurrent || kept.length < indexed.size) await writeIndex(storage, kept);
  return sessions.toSorted(
    ({ session: left }, { session: right }) => (right.updatedAt ?? 0) - (left.updatedAt ?? 0),
  );
}

/**
 * Returns a function that lists the ids of all sessions with the versions of their documents, or `undefined` if
 * the storage has no versions.
 */
export function createSessionVersions(
  storage: AcpStorage,
): () => Promise<ReadonlyMap<string, string | undefined> | undefined> {
  let knownIds: readonly string[] = [];
  return async () => {
    const versions = await storage.versions?.(knownIds);
    if (versions === undefined) return undefined;
    knownIds = [...versions.keys()];
    const sessions = new Map<string, string | undefined>();
    for (const [id, version] of versions) {
      const sessionId = sessionIdOf(id);
      if (sessionId !== undefined) sessions.set(sessionId, version);
    }
    return sessions;
  };
}

/** Returns the ids of all documents with their versions, as far as the storage has those, and the index. */
async function findDocuments(storage: AcpStorage) {
  const indexed = storage.versions ? await readIndex(storage) : new Map<string, IndexedSession>();
  const known = Array.from(indexed.keys(), sessionDocumentId);
  const versions: ReadonlyMap<string, string | undefined> =
    (await storage.versions?.(known)) ??
    new Map((await storage.list()).map((id) => [id, undefined]));
  return { versions, indexed };
}

async function describeSession(
  storage: AcpStorage,
  sessionId: string,
): Promise<DescribedSession | undefined> {
  const stored = await storage.read(sessionDocumentId(sessionId));
  if (stored === undefined) return undefined;
  const document = verifyDocument(stored);
  if (document === undefined) return { session: { sessionId, status: "corrupt" } };
  const complete = document.truncatedRecords > 0 ? "truncated" : "complete";
  const status = isKnownVersion(document) ? complete : "unknown_version";
  const heads = [document.snapshot, ...document.records].map(({ head }) => head);
  const { info, active } = heads.at(-1) ?? document.snapshot.head;
  const catalog = heads.findLast((head) => head.catalog !== undefined)?.catalog;
  return {
    session: { ...info, sessionId, status },
    ...(active !== undefined && { active }),
    ...(catalog !== undefined && { catalog }),
  };
}

/** A session that was read from a storage. */
export interface SavedSessionState {
  /** A state with this session only. Pass it to `restoreSession` of a store. */
  readonly state: AcpState;
  /** The number of writes at the end that were damaged and are missing in the state. Absent: none. */
  readonly truncatedRecords?: number;
}

/**
 * Reads a session from a storage. Returns `undefined` if the storage does not have it.
 *
 * @throws AcpPersistError if the session is damaged as a whole, or was saved by a newer release. The
 *   storage keeps it.
 *
 * @example
 * ```ts
 * const saved = await readSession(storage, "s1");
 * if (saved !== undefined) store.restoreSession(saved.state);
 * ```
 */
export async function readSession(
  storage: AcpStorage,
  sessionId: string,
): Promise<SavedSessionState | undefined> {
  const stored = await storage.read(sessionDocumentId(sessionId));
  if (stored === undefined) return undefined;
  const document = verifyDocument(stored);
  if (document === undefined) throw corruptSession(sessionId);
  if (!isKnownVersion(document)) throw unknownVersion(sessionId, document.snapshot.head.v);
  const { truncatedRecords } = document;
  return {
    state: readState(sessionId, document),
    ...(truncatedRecords > 0 && { truncatedRecords }),
  };
}

function readState(sessionId: string, document: VerifiedDocument): AcpState {
  try {
    const { state, patches } = parseContent(document);
    const patched = applyAcpPatches(deserialize(state), patches);
    const pending = [...patched.elicitations].filter(([, { status }]) => status === "pending");
    return { ...patched, pendingElicitations: pending.map(([id]) => id) };
  } catch (error) {
    throw corruptSession(sessionId, error);
  }
}

/** The result of `restore` of a `Persistence`. */
export interface RestoredSessions {
  /** The ids of the sessions that the store has now. */
  readonly restored: readonly string[];
  /**
   * The ids of the restored sessions whose last changes are missing, because their records were
   * damaged.
   */
  readonly truncated: readonly string[];
  /** The reasons sessions could not be read, by session id. */
  readonly failed: ReadonlyMap<string, AcpPersistError>;
}

/** The parts of a store that restoring uses. */
export type RestoringStore = Pick<AcpStore, "getState" | "restoreSession">;

/**
 * Restores all sessions of a storage that the user has not closed and the store does not have, the
 * oldest first.
 *
 * @throws the error of the storage if it cannot be read.
 */
export async function restoreSavedSessions(
  store: RestoringStore,
  storage: AcpStorage,
): Promise<RestoredSessions> {
  const open = (await savedSessions(storage)).filter(({ closed }) => !closed);
  return restoreDocuments(store, storage, open.map(({ sessionId }) => sessionId).toReversed());
}

/**
 * Restores sessions that the store does not have, one after the other.
 *
 * @throws the error of the storage if it cannot be read.
 */
export async function restoreDocuments(
  store: RestoringStore,
  storage: AcpStorage,
  sessionIds: readonly string[],
): Promise<RestoredSessions> {
  const restored: string[] = [];
  const truncated: string[] = [];
  const failed = new Map<string, AcpPersistError>();
  for (const sessionId of sessionIds) {
    if (isInStore(store, sessionId)) continue;
    try {
      const saved = await readSession(storage, sessionId);
      // The session may have been opened meanwhile.
      if (saved === undefined || isInStore(store, sessionId)) continue;
      store.restoreSession(saved.state);
      restored.push(sessionId);
      if (saved.truncatedRecords !== undefined) truncated.push(sessionId);
    } catch (error) {
      if (!isAcpPersistError(error)) throw error;
      failed.set(sessionId, error);
    }
  }
  return { restored, truncated, failed };
}

/** Returns whether the store has a session that is not closed. */
export function isInStore({ getState }: Pick<AcpStore, "getState">, sessionId: string): boolean {
  const session = getState().sessions.get(sessionId);
  return session !== undefined && !session.closed;
}
