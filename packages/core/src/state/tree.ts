import type { EntityMap } from "./entityMap.js";
import type {
  AcpState,
  EntityOf,
  Session,
  SessionFields,
  TableName,
  TimelineItem,
} from "./state.js";
import { Table } from "./table.js";

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
  #timelineShared = true;
  #snapshot: Session | undefined;

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
  }

  static from(id: string, source: Session): SessionCell {
    const fields: Record<string, unknown> = { ...source };
    for (const name of [...TABLE_NAMES, "timeline"]) delete fields[name];
    return new SessionCell(id, fields as unknown as SessionFields, source);
  }

  /** Must be called by whoever writes to the cell. */
  touch(): void {
    this.#snapshot = undefined;
  }

  /** The timeline to write to: a snapshot that was handed out keeps its own. */
  ownTimeline(): TimelineItem[] {
    if (this.#timelineShared) this.timeline = this.timeline.slice();
    this.#timelineShared = false;
    return this.timeline;
  }

  replaceTimeline(timeline: readonly TimelineItem[]): void {
    this.timeline = timeline as TimelineItem[];
    this.#timelineShared = true;
  }

  snapshot(): Session {
    this.#snapshot ??= this.#build();
    return this.#snapshot;
  }

  #build(): Session {
    this.#timelineShared = true;
    // The spread stands last: properties added after one cost a hundred times as much.
    return {
      toolCalls: this.tables.toolCalls.snapshot(),
      plans: this.tables.plans.snapshot(),
      messages: this.tables.messages.snapshot(),
      permissions: this.tables.permissions.snapshot(),
      terminals: this.tables.terminals.snapshot(),
      turns: this.tables.turns.snapshot(),
      compactions: this.tables.compactions.snapshot(),
      subagents: this.tables.subagents.snapshot(),
      sessionMessages: this.tables.sessionMessages.snapshot(),
      timeline: this.timeline,
      ...this.fields,
    };
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
  readonly #changed = new Set<SessionCell>();
  #snapshot: AcpState | undefined;

  constructor(source: AcpState) {
    const { sessions, ...root } = source;
    this.root = root;
    this.#sessions = new Table(sessions);
    for (const [id, session] of sessions) this.cells.set(id, SessionCell.from(id, session));
    this.#snapshot = source;
  }

  touch(cell?: SessionCell): void {
    this.#snapshot = undefined;
    if (cell === undefined) return;
    cell.touch();
    this.#changed.add(cell);
  }

  addCell(cell: SessionCell): void {
    this.cells.set(cell.id, cell);
    this.touch(cell);
  }

  removeCell(cell: SessionCell): void {
    this.cells.delete(cell.id);
    this.#changed.delete(cell);
    this.#sessions.delete(cell.id);
    this.touch();
  }

  snapshot(): AcpState {
    this.#snapshot ??= this.#build();
    return this.#snapshot;
  }

  #build(): AcpState {
    for (const cell of this.#changed) this.#sessions.set(cell.id, cell.snapshot());
    this.#changed.clear();
    const sessions: EntityMap<Session> = this.#sessions.snapshot();
    return { sessions, ...this.root };
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
    background: [],
    info: {},
    commands: [],
    configOptions: [],
    recentPlans: [],
    notices: [],
    unknownUpdates: [],
  };
}
