import { NO_ITEMS, withItem } from "./items.js";
import type { Elicitation } from "./requests.js";
import { EntityTable, SessionRecord } from "./sessionRecord.js";
import type { AcpState, RootFields, Session, SessionFields } from "./state.js";
import { Table } from "./table.js";
import type { Writable } from "./writable.js";

/** The entity tables at the top of the state. */
export interface RootEntityTables {
  readonly elicitations: EntityTable<Elicitation>;
}

/**
 * The mutable side of the whole state. A snapshot of it costs what changed since the previous
 * snapshot, not the size of the state.
 */
export class StateTree {
  root: RootFields;
  readonly tables: RootEntityTables;
  readonly sessions: Map<string, SessionRecord> = new Map();
  readonly #sessions: Table<Session>;
  /** The session found last. Most messages are about the same session as the previous one. */
  #found: SessionRecord | undefined;
  #changed: SessionRecord[] = NO_ITEMS;
  #snapshot: AcpState;
  #isCurrent = true;

  constructor(source: AcpState) {
    const { sessions, elicitations, ...root } = source;
    this.root = root;
    this.tables = { elicitations: EntityTable.ofRoot("elicitations", elicitations) };
    this.#sessions = new Table(sessions);
    for (const [id, session] of sessions) this.sessions.set(id, SessionRecord.from(id, session));
    this.#snapshot = source;
  }

  /** Must be called after each write, with the session if the write was in one. */
  touch(session?: SessionRecord): void {
    this.#isCurrent = false;
    if (session?.touch()) this.#changed = withItem(this.#changed, session);
  }

  addSession(session: SessionRecord): void {
    this.sessions.set(session.id, session);
    this.#changed = withItem(this.#changed, session);
    session.touch();
    this.touch();
  }

  find(sessionId: string): SessionRecord | undefined {
    if (this.#found?.id !== sessionId) this.#found = this.sessions.get(sessionId);
    return this.#found;
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
    this.#changed = NO_ITEMS;
    const { protocolVersion, agent, connection } = this.root;
    const elicitations = this.tables.elicitations.snapshot();
    const sessions = this.#sessions.snapshot();
    const state: Writable<AcpState> = { protocolVersion, agent, elicitations, sessions };
    if (connection !== undefined) state.connection = connection;
    return state;
  }
}

/** Returns a state in which nothing has happened yet. */
export function emptyState(protocolVersion: 1 | 2): AcpState {
  return {
    protocolVersion,
    agent: {},
    elicitations: new Table<Elicitation>().snapshot(),
    sessions: new Table<Session>().snapshot(),
  };
}

/** Returns the fields of a session about which nothing is known yet. */
export function emptySession(sessionId: string): SessionFields {
  return {
    sessionId,
    activity: "idle",
    openTurns: [],
    queue: [],
    background: [],
    info: {},
    commands: [],
    configOptions: [],
    recentPlans: [],
    notices: [],
    unknownUpdates: [],
  };
}
