import type { AcpState, AcpStore, CatalogEntry } from "@acp-store/core";
import { isAcpPersistError } from "./errors.js";
import type { SavedSession } from "./format.js";
import {
  describeSessions,
  isInStore,
  readSession,
  type RestoredSessions,
  restoreDocuments,
  type RestoringStore,
} from "./savedSessions.js";
import type { DescribedSession } from "./sessionIndex.js";
import type { AcpStorage } from "./storage.js";

/** The saved sessions that the catalog of a store lists and whose content it does not have yet. */
export interface SavedCatalog {
  /**
   * Adds all saved sessions to the catalog, and restores those that are damaged, were active, or cannot
   * be listed.
   *
   * @throws the error of the storage if it cannot be read.
   */
  restore(): Promise<RestoredSessions>;
  /**
   * Restores the content of a session and of its subagents. Resolves with whether the store has the
   * session.
   *
   * @throws AcpPersistError if the session cannot be read.
   */
  restoreSession(sessionId: string): Promise<boolean>;
  /** Returns whether the session is listed without its content. */
  has(sessionId: string): boolean;
  /** Removes a session. Returns the ids of the documents of its subagents. */
  remove(sessionId: string): readonly string[];
}

/** Creates the {@link SavedCatalog} of a store. */
export function createSavedCatalog(
  store: Pick<AcpStore, "closeSession"> & RestoringStore,
  storage: AcpStorage,
): SavedCatalog {
  /** The ids of the subagents of each session without content. */
  const subagents = new Map<string, readonly string[]>();
  const restoring = new Map<string, Promise<boolean>>();

  async function restore(): Promise<RestoredSessions> {
    const entries: CatalogEntry[] = [];
    const atOnce: string[] = [];
    for (const group of groupByRoot((await describeSessions(storage)).toReversed())) {
      const [root, ...others] = group.map(({ session }) => session.sessionId);
      const entry = group[0]?.catalog;
      if (root === undefined || isInStore(store, root)) continue;
      if (entry === undefined || !group.every(canWait)) atOnce.push(root, ...others);
      else {
        subagents.set(root, others);
        entries.push({ ...entry, saved: true });
      }
    }
    const catalog = new Map(entries.map((entry) => [entry.sessionId, entry]));
    store.restoreSession({ ...store.getState(), ...NO_SESSIONS, catalog });
    return restoreDocuments(store, storage, atOnce);
  }

  async function restoreContent(sessionId: string): Promise<boolean> {
    const states = await readAll([sessionId, ...(subagents.get(sessionId) ?? [])]);
    // The session may have been deleted meanwhile, or loaded from the agent.
    if (!subagents.has(sessionId)) return isInStore(store, sessionId);
    // The agent has only named it, without its transcript.
    if (isInStore(store, sessionId)) store.closeSession(sessionId);
    subagents.delete(sessionId);
    for (const [id, state] of states) if (!isInStore(store, id)) store.restoreSession(state);
    return isInStore(store, sessionId);
  }

  /** Reads a session and its subagents. The transcript is readable without a damaged subagent. */
  async function readAll(
    ids: readonly string[],
  ): Promise<readonly (readonly [id: string, state: AcpState])[]> {
    const states: (readonly [string, AcpState])[] = [];
    for (const id of ids) {
      try {
        const saved = await readSession(storage, id);
        if (saved !== undefined) states.push([id, saved.state]);
      } catch (error) {
        if (id === ids[0] || !isAcpPersistError(error)) throw error;
      }
    }
    return states;
  }

  return {
    restore,
    restoreSession(sessionId) {
      if (!subagents.has(sessionId)) return Promise.resolve(isInStore(store, sessionId));
      const running =
        restoring.get(sessionId) ??
        restoreContent(sessionId).finally(() => restoring.delete(sessionId));
      restoring.set(sessionId, running);
      return running;
    },
    has: (sessionId) => subagents.has(sessionId),
    remove(sessionId) {
      const others = subagents.get(sessionId) ?? [];
      subagents.delete(sessionId);
      return others;
    },
  };
}

const NO_SESSIONS: Pick<AcpState, "elicitations" | "sessions"> = {
  elicitations: new Map(),
  sessions: new Map(),
};

/** Returns whether nothing is lost if a session is restored later. */
function canWait({ session: { status }, active }: DescribedSession): boolean {
  return status === "complete" && active === false;
}

/** Returns the sessions that are not closed, each with the sessions of its subagents behind it. */
function groupByRoot(listed: readonly DescribedSession[]): readonly DescribedSession[][] {
  const open = listed.filter(({ session }) => !session.closed);
  const byId = new Map(open.map(({ session }) => [session.sessionId, session]));
  const groups = new Map<string, DescribedSession[]>();
  for (const described of open) {
    const root = findRoot(described.session, byId);
    const group = groups.get(root) ?? [];
    groups.set(root, group);
    if (described.session.sessionId === root) group.unshift(described);
    else group.push(described);
  }
  return [...groups.values()];
}

/** Returns the id of the first ancestor of a session that is saved. */
function findRoot(session: SavedSession, byId: ReadonlyMap<string, SavedSession>): string {
  const visited = new Set<SavedSession>();
  let root = session;
  for (
    let parent: SavedSession | undefined = session;
    // A malformed message can make two sessions each other's parent.
    parent !== undefined && !visited.has(parent);
    parent = byId.get(parent.parentSessionId ?? "")
  ) {
    visited.add(parent);
    root = parent;
  }
  return root.sessionId;
}
