import type { MessageRole } from "./entities.js";
import type {
  AcpState,
  EntityOf,
  Session,
  SessionFields,
  TableName,
  TimelineItem,
} from "./state.js";
import { NO_ITEMS, withItem } from "./items.js";
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

/** One session's mutable side: each has its own, so that sessions never cost each other. */
export class SessionCell {
  readonly id: string;
  fields: SessionFields;
  readonly tables: Tables;
  timeline: TimelineItem[];
  /** No state: the key of the message that grew last, so that it need not be made again. */
  lastChunk:
    | { readonly role: MessageRole; readonly messageId: string; readonly key: string }
    | undefined;
  #timelineShared = true;
  #snapshot: Session | undefined;
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
    this.timeline = (source?.timeline ?? []) as TimelineItem[];
    this.#snapshot = source;
    this.#isCurrent = source !== undefined;
  }

  static from(id: string, source: Session): SessionCell {
    const fields: Record<string, unknown> = { ...source };
    for (const name of [...TABLE_NAMES, "timeline"]) delete fields[name];
    return new SessionCell(id, fields as unknown as SessionFields, source);
  }

  /** Must be called by whoever writes to the cell. Says whether it is the first write since a snapshot. */
  touch(): boolean {
    const wasCurrent = this.#isCurrent;
    this.#isCurrent = false;
    return wasCurrent;
  }

  /** A snapshot that was handed out keeps its own list. */
  addToTimeline(item: TimelineItem): void {
    if (this.#timelineShared) this.timeline = this.timeline.concat([item]);
    else this.timeline.push(item);
    this.#timelineShared = false;
  }

  replaceTimeline(timeline: readonly TimelineItem[]): void {
    this.timeline = timeline as TimelineItem[];
    this.#timelineShared = true;
  }

  snapshot(): Session {
    if (this.#snapshot === undefined || !this.#isCurrent) this.#snapshot = this.#build();
    this.#timelineShared = true;
    this.#isCurrent = true;
    return this.#snapshot;
  }

  /** Named one by one: a spread of so many fields costs twenty times as much. */
  #build(): Session {
    const { tables, fields } = this;
    const session: Writable<Session> = {
      toolCalls: tables.toolCalls.snapshot(),
      plans: tables.plans.snapshot(),
      messages: tables.messages.snapshot(),
      permissions: tables.permissions.snapshot(),
      terminals: tables.terminals.snapshot(),
      turns: tables.turns.snapshot(),
      compactions: tables.compactions.snapshot(),
      subagents: tables.subagents.snapshot(),
      sessionMessages: tables.sessionMessages.snapshot(),
      timeline: this.timeline,
      sessionId: fields.sessionId,
      activity: fields.activity,
      openTurns: fields.openTurns,
      queue: fields.queue,
      background: fields.background,
      info: fields.info,
      commands: fields.commands,
      configOptions: fields.configOptions,
      recentPlans: fields.recentPlans,
      notices: fields.notices,
      unknownUpdates: fields.unknownUpdates,
    };
    if (fields.cwd !== undefined) session.cwd = fields.cwd;
    if (fields.additionalDirectories !== undefined)
      session.additionalDirectories = fields.additionalDirectories;
    if (fields.parentSessionId !== undefined) session.parentSessionId = fields.parentSessionId;
    if (fields.modes !== undefined) session.modes = fields.modes;
    if (fields.usage !== undefined) session.usage = fields.usage;
    if (fields.queueHeld !== undefined) session.queueHeld = fields.queueHeld;
    if (fields.detached !== undefined) session.detached = fields.detached;
    if (fields.replaying !== undefined) session.replaying = fields.replaying;
    if (fields.reported !== undefined) session.reported = fields.reported;
    if (fields.dropped !== undefined) session.dropped = fields.dropped;
    if (fields.closed !== undefined) session.closed = fields.closed;
    return session;
  }
}

/**
 * The whole state as mutable cells. Reading it as one immutable value costs what changed since
 * the last time somebody did.
 */
export class StateTree {
  root: RootFields;
  readonly cells: Map<string, SessionCell> = new Map();
  readonly #sessions: Table<Session>;
  #changed: SessionCell[] = NO_ITEMS;
  #snapshot: AcpState;
  #isCurrent = true;

  constructor(source: AcpState) {
    const { sessions, ...root } = source;
    this.root = root;
    this.#sessions = new Table(sessions);
    for (const [id, session] of sessions) this.cells.set(id, SessionCell.from(id, session));
    this.#snapshot = source;
  }

  touch(cell?: SessionCell): void {
    this.#isCurrent = false;
    if (cell?.touch()) this.#changed = withItem(this.#changed, cell);
  }

  addCell(cell: SessionCell): void {
    this.cells.set(cell.id, cell);
    this.#changed = withItem(this.#changed, cell);
    cell.touch();
    this.touch();
  }

  removeCell(cell: SessionCell): void {
    this.cells.delete(cell.id);
    this.#changed = this.#changed.filter((other) => other !== cell);
    this.#sessions.delete(cell.id);
    this.touch();
  }

  snapshot(): AcpState {
    if (!this.#isCurrent) this.#snapshot = this.#build();
    this.#isCurrent = true;
    return this.#snapshot;
  }

  #build(): AcpState {
    for (const cell of this.#changed) this.#sessions.set(cell.id, cell.snapshot());
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
