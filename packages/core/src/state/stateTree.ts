import { appendItem, EMPTY_ARRAY } from "../persistent/emptyArray.js";
import { deepFreeze } from "../persistent/freeze.js";
import { ItemList } from "../persistent/itemList.js";
import { PagedTable } from "../persistent/pagedTable.js";
import { ROOT_TABLES } from "./tables.js";
import { EntityTable, type RootEntityTables } from "./entityTable.js";
import { SessionIndexes } from "./sessionIndexes.js";
import { SessionRecord } from "./sessionRecord.js";
import type { AcpState, RootFields, Session } from "./state.js";
import { storedSession } from "./storedState.js";
import type { Writable } from "./writable.js";

/** The fields at the top of the state, without an array that changes item by item. */
export interface RootRecordFields extends Omit<RootFields, "pendingElicitations"> {
  readonly pendingElicitations: ItemList<string>;
}

/**
 * The mutable side of the whole state. A snapshot of it costs what changed since the previous
 * snapshot, not the size of the state.
 */
export class StateTree {
  root: RootRecordFields;
  readonly tables: RootEntityTables;
  readonly sessions: Map<string, SessionRecord> = new Map();
  readonly indexes: SessionIndexes = new SessionIndexes(this.sessions);
  readonly #sessions: PagedTable<Session>;
  /** The session found last. Most messages are about the same session as the previous one. */
  #found: SessionRecord | undefined;
  /** The id as it was passed: comparing a string with itself is cheaper than with an equal one. */
  #foundId: string | undefined;
  #changed: SessionRecord[] = EMPTY_ARRAY;
  #snapshot: AcpState;
  #isCurrent = true;

  constructor(source: AcpState) {
    const { sessions, elicitations, catalog, ...root } = source;
    this.root = { ...root, pendingElicitations: ItemList.of(root.pendingElicitations) };
    this.tables = {
      elicitations: EntityTable.ofRoot("elicitations", ROOT_TABLES.elicitations, elicitations),
      catalog: EntityTable.ofRoot("catalog", ROOT_TABLES.catalog, catalog),
    };
    this.#sessions = new PagedTable(sessions);
    for (const [id, session] of sessions)
      this.sessions.set(id, SessionRecord.from(id, storedSession(session)));
    this.#snapshot = deepFreeze(source);
  }

  /** Must be called after each write, with the session if the write was in one. */
  touch(session?: SessionRecord): void {
    this.#isCurrent = false;
    if (session?.touch()) this.#changed = appendItem(this.#changed, session);
  }

  addSession(session: SessionRecord): void {
    this.sessions.set(session.id, session);
    this.#foundId = undefined;
    this.indexes.add(session);
    this.#changed = appendItem(this.#changed, session);
    session.touch();
    this.touch();
  }

  /** Returns a session. Events of the whole connection have no id, and so no session. */
  find(sessionId: string | undefined): SessionRecord | undefined {
    if (sessionId === undefined) return undefined;
    if (sessionId !== this.#foundId) this.#found = this.sessions.get(sessionId);
    this.#foundId = sessionId;
    return this.#found;
  }

  removeSession(session: SessionRecord): void {
    this.sessions.delete(session.id);
    this.#foundId = undefined;
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
    const { protocolVersion, agent, connection, pendingElicitations, unknownFields } = this.root;
    const state: Writable<AcpState> = {
      protocolVersion,
      agent,
      elicitations: this.tables.elicitations.snapshot(),
      pendingElicitations: pendingElicitations.value(),
      catalog: this.tables.catalog.snapshot(),
      sessions: this.#sessions.snapshot(),
    };
    if (connection !== undefined) state.connection = connection;
    if (unknownFields !== undefined) state.unknownFields = unknownFields;
    return deepFreeze(state);
  }
}
