import type { PatchPath } from "../commit/patch.js";
import type { MessageRole } from "./entities.js";
import type {
  AcpState,
  EntityOf,
  Session,
  SessionFields,
  SessionTables,
  TableName,
  TimelineItem,
} from "./state.js";
import { GrownList } from "./grownList.js";
import { NO_ITEMS, withItem } from "./items.js";
import { SessionView } from "./sessionView.js";
import { Table } from "./table.js";
import type { Writable } from "./writable.js";

type Tables = { readonly [Name in TableName]: Table<EntityOf<Name>> };
type RootFields = Omit<AcpState, "sessions">;

/** The names of the entity tables, in the order in which snapshots list them. */
export const TABLE_NAMES: readonly TableName[] = [
  "toolCalls",
  "plans",
  "messages",
  "permissions",
  "terminals",
  "turns",
  "compactions",
  "subagents",
  "sessionMessages",
];

/** Where the text of a list stands that grew last, as patches have it. */
export interface TextPaths {
  list: GrownList<unknown>;
  readonly text: PatchPath;
  readonly length: PatchPath;
}

/** One session's mutable side: each has its own, so that sessions never cost each other. */
export class SessionRecord {
  readonly id: string;
  fields: SessionFields;
  readonly tables: Tables;
  timeline: GrownList<TimelineItem>;
  /** No state: the key of the message that grew last, so that it need not be made again. */
  lastChunk:
    | { readonly role: MessageRole; readonly messageId: string; readonly key: string }
    | undefined;
  /** No state either: so that a text that streams need not make them for each piece. */
  lastText: TextPaths | undefined;
  #snapshot: Session | SessionView | undefined;
  #isCurrent = false;

  constructor(id: string, fields: SessionFields, source?: Session) {
    this.id = id;
    this.fields = fields;
    this.tables = {
      toolCalls: new Table(source?.toolCalls),
      plans: new Table(source?.plans),
      messages: new Table(source?.messages),
      permissions: new Table(source?.permissions),
      terminals: new Table(source?.terminals),
      turns: new Table(source?.turns),
      compactions: new Table(source?.compactions),
      subagents: new Table(source?.subagents),
      sessionMessages: new Table(source?.sessionMessages),
    };
    this.timeline = GrownList.of(source?.timeline ?? NO_ITEMS);
    this.#snapshot = source;
    this.#isCurrent = source !== undefined;
  }

  static from(id: string, source: Session): SessionRecord {
    const fields: Record<string, unknown> = { ...source };
    for (const name of [...TABLE_NAMES, "timeline"]) delete fields[name];
    return new SessionRecord(id, fields as unknown as SessionFields, source);
  }

  /** Must be called by whoever writes to the session. Says whether it is the first write since a snapshot. */
  touch(): boolean {
    const wasCurrent = this.#isCurrent;
    this.#isCurrent = false;
    return wasCurrent;
  }

  snapshot(): Session | SessionView {
    if (this.#snapshot === undefined || !this.#isCurrent)
      this.#snapshot = new SessionView(this.fields, this.#snapshots(), this.timeline);
    this.#isCurrent = true;
    return this.#snapshot;
  }

  #snapshots(): SessionTables {
    const { tables } = this;
    return {
      toolCalls: tables.toolCalls.snapshot(),
      plans: tables.plans.snapshot(),
      messages: tables.messages.snapshot(),
      permissions: tables.permissions.snapshot(),
      terminals: tables.terminals.snapshot(),
      turns: tables.turns.snapshot(),
      compactions: tables.compactions.snapshot(),
      subagents: tables.subagents.snapshot(),
      sessionMessages: tables.sessionMessages.snapshot(),
    };
  }
}

/**
 * The whole state as mutable cells. Reading it as one immutable value costs what changed since
 * the last time somebody did.
 */
export class StateTree {
  root: RootFields;
  readonly sessions: Map<string, SessionRecord> = new Map();
  readonly #sessions: Table<Session>;
  /** The session found last: what arrives is mostly about the same session. */
  #found: SessionRecord | undefined;
  #changed: SessionRecord[] = NO_ITEMS;
  #snapshot: AcpState;
  #isCurrent = true;

  constructor(source: AcpState) {
    const { sessions, ...root } = source;
    this.root = root;
    this.#sessions = new Table(sessions);
    for (const [id, session] of sessions) this.sessions.set(id, SessionRecord.from(id, session));
    this.#snapshot = source;
  }

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
    const { protocolVersion, agent, connection, elicitations } = this.root;
    const sessions = this.#sessions.snapshot();
    const state: Writable<AcpState> = { protocolVersion, agent, elicitations, sessions };
    if (connection !== undefined) state.connection = connection;
    return state;
  }
}

/** A state in which nothing has happened yet. */
export function emptyState(protocolVersion: 1 | 2): AcpState {
  return {
    protocolVersion,
    agent: {},
    elicitations: [],
    sessions: new Table<Session>().snapshot(),
  };
}

/** What a session holds before anything is known of it. */
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
