import {
  type AcpState,
  type AcpStore,
  type QueuedPrompt,
  type SerializedAcpState,
  serializeSession,
  type Session,
} from "@acp-store/core";
import {
  type AcpStorage,
  type Persistence,
  persistSessions,
  readSession,
  type SavedSession,
  savedSessions,
} from "@acp-store/persist";
import { getSessionTitle } from "../sessions/getSessionTitle.js";
import { isSessionOpen } from "../shell/sessionTree.js";
import { releaseSession, tryReserveSession } from "../connection/tabLocks.js";

/** The sessions that this browser has saved for an agent. */
export interface SavedSessions {
  /** Saves the sessions, and has the drafts. */
  readonly persistence: Persistence;
  /** Resolves with the sessions that can be read, with titles for display. Never rejects. */
  list(): Promise<readonly SavedSession[]>;
  /**
   * Puts a saved session and its subagents into the store. Resolves with the session as it was saved,
   * or with `undefined` if there is none or it has no content. Never rejects.
   */
  restore(sessionId: string): Promise<Session | undefined>;
  /** Resolves with the queued prompts of a saved session and the turns before them. Never rejects. */
  readQueue(sessionId: string): Promise<SavedQueue | undefined>;
  /**
   * Resolves with the session that was changed last, unless another tab shows it. Reserves it for this
   * tab. Removes newer sessions without content that no tab shows. Never rejects.
   */
  findLast(): Promise<string | undefined>;
  /**
   * Resolves with the session as JSON.
   *
   * @throws {AcpPersistError} if the session is not open and what was saved is damaged.
   */
  serialize(sessionId: string): Promise<SerializedAcpState>;
  /**
   * Removes what was saved of a session and its subagents, also the draft.
   *
   * @throws the error of the storage.
   */
  forget(sessionId: string): Promise<void>;
}

/** The queue of a saved session. */
export interface SavedQueue {
  readonly prompts: readonly QueuedPrompt[];
  /** Whether the queue was paused, or its first prompt was being edited. */
  readonly isHeld: boolean;
  /** Whether a turn was running. */
  readonly isBusy: boolean;
  /** The number of turns that the session had. */
  readonly turnCount: number;
}

/** Saves the sessions of the store from now on, and reads those that were saved before. */
export function createSavedSessions(store: AcpStore, storage: AcpStorage): SavedSessions {
  const persistence = persistSessions(store, storage);

  /** A session that cannot be read counts as not saved. The status reports a broken storage. */
  async function read(sessionId: string): Promise<AcpState | undefined> {
    try {
      return (await readSession(storage, sessionId))?.state;
    } catch {
      return undefined;
    }
  }

  async function readAll(): Promise<readonly SavedSession[]> {
    const all = await savedSessions(storage).catch(() => []);
    return all.filter(({ status }) => status === "complete" || status === "truncated");
  }

  /** Resolves with the ids of a session and all its subagents. */
  async function findFamily(sessionId: string): Promise<ReadonlySet<string>> {
    const all = await readAll();
    const family = new Set([sessionId]);
    for (let size = 0; size < family.size; ) {
      size = family.size;
      for (const { sessionId: id, parentSessionId = "" } of all)
        if (family.has(parentSessionId)) family.add(id);
    }
    return family;
  }

  async function addTitle(saved: SavedSession): Promise<readonly SavedSession[]> {
    if (saved.title !== undefined) return [saved];
    const session = (await read(saved.sessionId))?.sessions.get(saved.sessionId);
    return hasTranscript(session) ? [{ ...saved, title: getSessionTitle(session) }] : [];
  }

  return {
    persistence,
    async list() {
      const listed: SavedSession[] = [];
      for (const saved of await readAll())
        if (saved.parentSessionId === undefined) listed.push(...(await addTitle(saved)));
      return listed;
    },
    async restore(sessionId) {
      // A session that was just closed may not be written yet.
      await persistence.flush().catch(() => {});
      const saved = (await read(sessionId))?.sessions.get(sessionId);
      if (!hasTranscript(saved)) return undefined;
      for (const id of await findFamily(sessionId)) {
        const state = await read(id);
        if (state !== undefined && !isSessionOpen(store.getState(), id))
          store.restoreSession(state);
      }
      return saved;
    },
    async readQueue(sessionId) {
      const session = (await read(sessionId))?.sessions.get(sessionId);
      if (session === undefined || session.queue.length === 0) return undefined;
      const { queue, queueHeld, openTurns, turns } = session;
      return {
        prompts: queue,
        isHeld: queueHeld === true || queue[0]?.held === true,
        isBusy: openTurns.length > 0,
        turnCount: turns.size,
      };
    },
    async findLast() {
      for (const { sessionId, closed, parentSessionId } of await readAll()) {
        const state = await read(sessionId);
        if (closed || parentSessionId !== undefined || state === undefined) continue;
        const isReserved = await tryReserveSession(sessionId);
        const draft = await persistence.drafts.get(sessionId).catch(() => "");
        if (draft !== "" || hasTranscript(state.sessions.get(sessionId)))
          return isReserved ? sessionId : undefined;
        if (!isReserved) continue;
        await persistence.remove(sessionId).catch(() => {});
        releaseSession(sessionId);
      }
      return undefined;
    },
    async serialize(sessionId) {
      if (isSessionOpen(store.getState(), sessionId))
        return serializeSession(store.getState(), sessionId);
      const saved = await readSession(storage, sessionId);
      return serializeSession(saved?.state ?? store.getState(), sessionId);
    },
    async forget(sessionId) {
      for (const id of await findFamily(sessionId)) {
        await persistence.remove(id);
      }
    },
  };
}

function hasTranscript(session: Session | undefined): session is Session {
  return session !== undefined && (session.timeline.length > 0 || session.queue.length > 0);
}
