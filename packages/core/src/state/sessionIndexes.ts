import { EMPTY_ARRAY } from "../persistent/emptyArray.js";
import type { SessionRecord } from "./sessionRecord.js";

/**
 * Answers questions about all sessions without a visit to each of them. An index is not part of the
 * state: it is built when it is first needed, and a rollback does not change it. So the answers are
 * checked against the sessions.
 */
export class SessionIndexes {
  readonly #sessions: ReadonlyMap<string, SessionRecord>;
  /** The sessions by the session that started them. */
  #children: Map<string, Set<SessionRecord>> | undefined;
  /** The session with the newest permission request, and the number of that request. */
  #newestRequest: { readonly session: SessionRecord; readonly ordinal: number } | undefined;

  /** The ids of all prompts that have been queued in a session. */
  readonly #queuedIds: WeakMap<SessionRecord, Set<string>> = new WeakMap();

  constructor(sessions: ReadonlyMap<string, SessionRecord>) {
    this.#sessions = sessions;
  }

  /** Must be called for a session that is added. */
  add(session: SessionRecord): void {
    this.addToParent(session);
    this.#queuedIds.delete(session);
    if (session.tables.permissions.size > 0) this.#newestRequest = undefined;
  }

  /** Must be called after a session got a parent. */
  addToParent(session: SessionRecord): void {
    const { parentSessionId } = session.fields;
    if (parentSessionId === undefined) return;
    const children = this.#children?.get(parentSessionId);
    if (children === undefined) this.#children?.set(parentSessionId, new Set([session]));
    else children.add(session);
  }

  /** Must be called after a prompt was added to the queue of a session. */
  addToQueue(session: SessionRecord, id: string): void {
    this.#queuedIds.get(session)?.add(id);
  }

  /** Returns whether the queue of a session has a prompt with an id. A new id is not searched for. */
  isQueued(session: SessionRecord, id: string): boolean {
    const { queue } = session.fields;
    const ids = this.#queuedIds.get(session) ?? new Set(Array.from(queue, (queued) => queued.id));
    this.#queuedIds.set(session, ids);
    return ids.has(id) && queue.findIndex((queued) => queued.id === id) >= 0;
  }

  /** Returns the sessions that a session has started. */
  childrenOf(sessionId: string): readonly SessionRecord[] {
    if (this.#children === undefined) {
      this.#children = new Map();
      for (const session of this.#sessions.values()) this.addToParent(session);
    }
    return [...(this.#children.get(sessionId) ?? EMPTY_ARRAY)].filter(
      (child) =>
        child.fields.parentSessionId === sessionId && this.#sessions.get(child.id) === child,
    );
  }

  /**
   * Returns the number of a new permission request, which orders the requests of all sessions. The
   * caller adds the request to the session.
   */
  nextOrdinal(session: SessionRecord): number {
    const ordinal = this.#lastOrdinal() + 1;
    this.#newestRequest = { session, ordinal };
    return ordinal;
  }

  #lastOrdinal(): number {
    const newest = this.#newestRequest;
    if (newest !== undefined && lastOrdinalIn(newest.session) === newest.ordinal)
      return newest.ordinal;
    let last = 0;
    for (const session of this.#sessions.values()) last = Math.max(last, lastOrdinalIn(session));
    return last;
  }
}

/** Returns the number of the newest permission request of a session, or 0. */
function lastOrdinalIn({ tables }: SessionRecord): number {
  return tables.permissions.last()?.ordinal ?? 0;
}
