import { appendItem, EMPTY_ARRAY } from "../persistent/emptyArray.js";
import { PagedTable } from "../persistent/pagedTable.js";
import type { CatalogEntry } from "./catalog.js";
import { ROOT_TABLES } from "./definitions.js";
import { EntityTable, type RootEntityTables } from "./entityTable.js";
import type { Elicitation } from "./requests.js";
import { SessionRecord } from "./sessionRecord.js";
import type { AcpState, RootFields, Session } from "./state.js";
import { storedSession } from "./storedState.js";
import type { Writable } from "./writable.js";

/**
 * The mutable side of the whole state. A snapshot of it costs what changed since the previous
 * snapshot, not the size of the state.
 */
export class StateTree {
  root: RootFields;
  readonly tables: RootEntityTables;
  readonly sessions: Map<string, SessionRecord> = new Map();
  readonly #sessions: PagedTable<Session>;
  /** The session found last. Most messages are about the same session as the previous one. */
  #found: SessionRecord | undefined;
  #changed: SessionRecord[] = EMPTY_ARRAY;
  /** The sessions by the session that started them. Built when it is first needed. */
  #children: Map<string, Set<SessionRecord>> | undefined;
  /** The session with the newest permission request, and the number of that request. */
  #newestRequest: { readonly session: SessionRecord; readonly ordinal: number } | undefined;
  #snapshot: AcpState;
  #isCurrent = true;

  constructor(source: AcpState) {
    const { sessions, elicitations, catalog, ...root } = source;
    this.root = root;
    this.tables = {
      elicitations: EntityTable.ofRoot("elicitations", ROOT_TABLES.elicitations, elicitations),
      catalog: EntityTable.ofRoot("catalog", ROOT_TABLES.catalog, catalog),
    };
    this.#sessions = new PagedTable(sessions);
    for (const [id, session] of sessions)
      this.sessions.set(id, SessionRecord.from(id, storedSession(session)));
    this.#snapshot = source;
  }

  /** Must be called after each write, with the session if the write was in one. */
  touch(session?: SessionRecord): void {
    this.#isCurrent = false;
    if (session?.touch()) this.#changed = appendItem(this.#changed, session);
  }

  addSession(session: SessionRecord): void {
    this.sessions.set(session.id, session);
    this.#addToParent(session);
    if (session.tables.permissions.size > 0) this.#newestRequest = undefined;
    this.#changed = appendItem(this.#changed, session);
    session.touch();
    this.touch();
  }

  /** Returns a session. Events of the whole connection have no id, and so no session. */
  find(sessionId: string | undefined): SessionRecord | undefined {
    if (sessionId === undefined) return undefined;
    if (this.#found?.id !== sessionId) this.#found = this.sessions.get(sessionId);
    return this.#found;
  }

  /** Must be called after a session got a parent. */
  addChild(session: SessionRecord, parentSessionId: string): void {
    const children = this.#children?.get(parentSessionId);
    if (children === undefined) this.#children?.set(parentSessionId, new Set([session]));
    else children.add(session);
  }

  /** Returns the sessions that a session has started. */
  childrenOf(sessionId: string): readonly SessionRecord[] {
    if (this.#children === undefined) {
      this.#children = new Map();
      for (const session of this.sessions.values()) this.#addToParent(session);
    }
    // A rollback does not change the index, so each session is checked.
    return [...(this.#children.get(sessionId) ?? EMPTY_ARRAY)].filter(
      (child) =>
        child.fields.parentSessionId === sessionId && this.sessions.get(child.id) === child,
    );
  }

  #addToParent(session: SessionRecord): void {
    const { parentSessionId } = session.fields;
    if (parentSessionId !== undefined) this.addChild(session, parentSessionId);
  }

  /** Returns the number of a new permission request, which the caller adds to the session. */
  nextOrdinal(session: SessionRecord): number {
    const ordinal = this.#lastOrdinal() + 1;
    this.#newestRequest = { session, ordinal };
    return ordinal;
  }

  /** Checks that the newest request still exists, and looks at all sessions if it does not. */
  #lastOrdinal(): number {
    const newest = this.#newestRequest;
    if (newest !== undefined && lastOrdinalIn(newest.session) === newest.ordinal)
      return newest.ordinal;
    let last = 0;
    for (const session of this.sessions.values()) last = Math.max(last, lastOrdinalIn(session));
    return last;
  }

  removeSession(session: SessionRecord): void {
    this.sessions.delete(session.id);
    this.#found = undefined;
    this.#changed = this.#changed.filter((other) => other !== session);
    this.#sessions.delete(session.id);
    this.touch();
  }

  snapshot(): AcpState {
    if (!this.#isCurrent) this.#snapshot = this.#build();
    this.#isCurrent = true;
    return this.#snapshot;
  }

  #build(): AcpState {
    for (const session of this.#changed) this.#sessions.set(session.id, session.snapshot());
    this.#changed = EMPTY_ARRAY;
    const { protocolVersion, agent, connection, pendingElicitations } = this.root;
    const state: Writable<AcpState> = {
      protocolVersion,
      agent,
      elicitations: this.tables.elicitations.snapshot(),
      pendingElicitations,
      catalog: this.tables.catalog.snapshot(),
      sessions: this.#sessions.snapshot(),
    };
    if (connection !== undefined) state.connection = connection;
    return state;
  }
}

/** Returns the number of the newest permission request of a session, or 0. */
function lastOrdinalIn({ tables }: SessionRecord): number {
  return tables.permissions.last()?.ordinal ?? 0;
}

/** Returns a state in which nothing has happened yet. */
export function emptyState(protocolVersion: 1 | 2): AcpState {
  return {
    protocolVersion,
    agent: {},
    elicitations: new PagedTable<Elicitation>().snapshot(),
    pendingElicitations: EMPTY_ARRAY,
    catalog: new PagedTable<CatalogEntry>().snapshot(),
    sessions: new PagedTable<Session>().snapshot(),
  };
}
