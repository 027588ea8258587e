import {
  type AcpState,
  type AcpStore,
  type SerializedAcpState,
  serializeSession,
  type Session,
} from "@acp-store/core";
import {
  type AcpStorage,
  type Drafts,
  readSession,
  type SavedSession,
  savedSessions,
} from "@acp-store/persist";
import { getSessionTitle, isSessionOpen } from "@acp-store/ui";
import { readQueue, type SavedQueue } from "./keptQueue.js";

/** The sessions that this browser has saved for an agent. Every tab can read them. */
export interface SavedSessions {
  /** Resolves with the sessions that can be read, with titles for display. Never rejects. */
  list(): Promise<readonly SavedSession[]>;
  /**
   * Puts a saved session and its subagents into the store. Resolves with the session as it was saved,
   * or with `undefined` if there is none or it has no content. Never rejects.
   */
  restore(store: AcpStore, sessionId: string): Promise<Session | undefined>;
  /** Resolves with the queued prompts of a saved session and the turns before them. Never rejects. */
  readQueue(sessionId: string): Promise<SavedQueue | undefined>;
  /** Resolves with the session with content that was changed last. Never rejects. */
  findLast(): Promise<string | undefined>;
  /** Resolves with the sessions that have neither content nor a draft. Never rejects. */
  findEmpty(): Promise<readonly string[]>;
  /** Resolves with the ids of a session and all its subagents. Never rejects. */
  findFamily(sessionId: string): Promise<ReadonlySet<string>>;
  /**
   * Resolves with the session as JSON: from the state if it is open, or else as it was saved.
   *
   * @throws {AcpPersistError} if the session is not open and what was saved is damaged.
   */
  serialize(state: AcpState, sessionId: string): Promise<SerializedAcpState>;
}

/** Returns the sessions of a storage. */
export function createSavedSessions(storage: AcpStorage, drafts: Drafts): SavedSessions {
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

  /** Resolves with the sessions that are neither closed nor of a subagent, and whether they are empty. */
  async function readOpen(): Promise<readonly { sessionId: string; isEmpty: boolean }[]> {
    const open = (await readAll()).filter((saved) => !saved.closed && !saved.parentSessionId);
    return Promise.all(
      open.map(async ({ sessionId }) => {
        const session = (await read(sessionId))?.sessions.get(sessionId);
        const draft = await drafts.get(sessionId).catch(() => "");
        return { sessionId, isEmpty: draft === "" && !hasTranscript(session) };
      }),
    );
  }

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
    findFamily,
    async list() {
      const listed: SavedSession[] = [];
      for (const saved of await readAll())
        if (saved.parentSessionId === undefined) listed.push(...(await addTitle(saved)));
      return listed;
    },
    async restore(store, sessionId) {
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
      return session && readQueue(session);
    },
    findLast: async () => (await readOpen()).find(({ isEmpty }) => !isEmpty)?.sessionId,
    findEmpty: async () =>
      (await readOpen()).flatMap(({ sessionId, isEmpty }) => (isEmpty ? [sessionId] : [])),
    async serialize(state, sessionId) {
      if (isSessionOpen(state, sessionId)) return serializeSession(state, sessionId);
      const saved = await readSession(storage, sessionId);
      return serializeSession(saved?.state ?? state, sessionId);
    },
  };
}

function hasTranscript(session: Session | undefined): session is Session {
  return session !== undefined && (session.timeline.length > 0 || session.queue.length > 0);
}
