import type { AgentState } from "./agent.js";
import type { ContentBlock } from "./content.js";
import type {
  AvailableCommand,
  BackgroundWork,
  Compaction,
  ConfigOption,
  Notice,
  SessionInfo,
  SessionMessage,
  SessionModes,
  Subagent,
  Terminal,
  Usage,
} from "./sessionParts.js";
import type { Elicitation, Permission } from "./requests.js";
import type { Message, Plan, SessionId, ToolCall, Turn, TurnId } from "./entities.js";

/** The entities of a session, each table by id in first-seen order. */
export interface SessionTables {
  readonly toolCalls: ReadonlyMap<string, ToolCall>;
  readonly plans: ReadonlyMap<string, Plan>;
  readonly messages: ReadonlyMap<string, Message>;
  readonly permissions: ReadonlyMap<string, Permission>;
  readonly terminals: ReadonlyMap<string, Terminal>;
  readonly turns: ReadonlyMap<TurnId, Turn>;
  readonly compactions: ReadonlyMap<string, Compaction>;
  readonly subagents: ReadonlyMap<SessionId, Subagent>;
  readonly sessionMessages: ReadonlyMap<string, SessionMessage>;
}

/** The name of an entity table of a session. */
export type TableName = keyof SessionTables;

/** The entities that belong to no single session, each table by id in first-seen order. */
export interface RootTables {
  /** Requests for input, pending and settled. */
  readonly elicitations: ReadonlyMap<string, Elicitation>;
}

/** The name of an entity table at the top of the state. */
export type RootTableName = keyof RootTables;

/** The entity that a table holds. */
export type EntityOf<Table extends TableName> =
  SessionTables[Table] extends ReadonlyMap<string, infer Entity> ? Entity & object : never;

/** One line of the conversation: which entity stands there. `id` is the key in its table. */
export interface TimelineItem {
  readonly type:
    | "message"
    | "tool_call"
    | "plan"
    | "permission"
    | "terminal"
    | "compaction"
    | "subagent"
    | "session_message";
  readonly id: string;
}

/** Whether the agent works. `cancelling`: asked to stop, not confirmed yet. */
export type Activity = "idle" | "running" | "cancelling" | "requires_action" | "unknown";

/** An update of a kind that this version does not know, stored as sent. */
export interface UnknownUpdate {
  /** The kind. */
  readonly sessionUpdate: string;
  readonly [field: string]: unknown;
}

/** A prompt that waits until the turns before it are over. */
export interface QueuedPrompt {
  readonly id: string;
  readonly prompt: readonly ContentBlock[];
  /** When it was queued, in ms of the store's clock. */
  readonly at: number;
}

/** What a session knows besides its entities. */
export interface SessionFields {
  readonly sessionId: SessionId;
  /** The working directory, an absolute path. */
  readonly cwd?: string;
  /** Other directories that it may work in, absolute paths. */
  readonly additionalDirectories?: readonly string[];
  readonly activity: Activity;
  /** The session whose agent started this one. */
  readonly parentSessionId?: SessionId;
  /** The transcript is being loaded: the next piece of one replaces what is here. */
  readonly replaying?: true;
  /** Turns that are not over, the oldest first. */
  readonly openTurns: readonly TurnId[];
  /** Prompts that wait for their turn, the oldest first. */
  readonly queue: readonly QueuedPrompt[];
  /** Nothing of the queue is to be sent by itself: the user stopped, or a turn or the connection failed. */
  readonly queueHeld?: true;
  /** Why the agent does not know this session any more: it can be read, but not be prompted. */
  readonly detached?: string;
  /** What goes on besides, as the agent listed it last (version 2). */
  readonly background: readonly BackgroundWork[];
  readonly info: SessionInfo;
  readonly commands: readonly AvailableCommand[];
  readonly configOptions: readonly ConfigOption[];
  readonly modes?: SessionModes;
  readonly usage?: Usage;
  /** The newest notices, bounded by `limits.notices`. */
  readonly notices: readonly Notice[];
  /** The newest updates of unknown kinds, bounded by `limits.unknownUpdates`. */
  readonly unknownUpdates: readonly UnknownUpdate[];
  /** How many older ones the limits have cost, where they have. */
  readonly dropped?: { readonly notices?: number; readonly unknownUpdates?: number };
  /** Closed: its content is gone, only its settled permissions are kept. */
  readonly closed?: true;
}

/** The name of a session field. */
export type SessionField = Exclude<keyof SessionFields, "sessionId">;

/** One conversation with the agent. */
export interface Session extends SessionFields, SessionTables {
  /** Messages, tool calls, plans and permissions in first-seen order. */
  readonly timeline: readonly TimelineItem[];
}

/** How the connection to the agent is, as far as somebody has said so. */
export interface Connection {
  /** `lost`: it will be tried again. `closed`: it will not. */
  readonly status: "connecting" | "ready" | "lost" | "closed";
  /** Why it was lost or closed. */
  readonly reason?: string;
  /** Which try to come back this is, or will be, from 1. */
  readonly attempt?: number;
  /** When the next try begins, in ms of the store's clock. */
  readonly retryAt?: number;
}

/** Everything the store knows. Immutable; unchanged parts keep their reference. */
export interface AcpState extends RootTables {
  readonly protocolVersion: 1 | 2;
  readonly agent: AgentState;
  /** Absent in a store that is only fed with updates. Never saved by `serialize`. */
  readonly connection?: Connection;
  readonly sessions: ReadonlyMap<SessionId, Session>;
}

/** The name of a field or an entity table at the top of the state. */
export type StateField = Exclude<keyof AcpState, "sessions">;

/** The state without its sessions and entity tables. */
export type RootFields = Omit<AcpState, "sessions" | RootTableName>;

/** The name of a field at the top of the state that is not a table. */
export type RootField = keyof RootFields;
