import type { AgentState } from "./agent.js";
import type { SessionOrigin } from "./catalog.js";
import type { ContentBlock, Meta } from "./content.js";
import type { SessionId, TurnId } from "./entities.js";
import type {
  AvailableCommand,
  BackgroundWork,
  Notice,
  SessionInfo,
  SessionMcpServer,
  Usage,
  UsageTotals,
  WrittenFile,
} from "./sessionParts.js";
import type {
  ConfigOption,
  SessionModels,
  SessionModes,
  SettingChange,
} from "./sessionSettings.js";
import type { RootTableName, RootTables, SessionTables, TimelineItem } from "./tables.js";

/** The activity of a session. `cancelling`: the user has cancelled, the agent has not confirmed it. */
export type Activity = "idle" | "running" | "cancelling" | "requires_action" | "unknown";

/** An update of a kind that this version does not know, stored as sent. */
export interface UnknownUpdate {
  /** The kind. */
  readonly sessionUpdate: string;
  readonly [field: string]: unknown;
}

/** A prompt that is sent when the turns before it have ended. */
export interface QueuedPrompt {
  /** The store's own id of the queued prompt, which never repeats. */
  readonly id: string;
  /** The content blocks to send, in order. */
  readonly prompt: readonly ContentBlock[];
  /** The content blocks to show in place of those that are sent. */
  readonly display?: readonly ContentBlock[];
  /** Set while the user edits the prompt: neither it nor the prompts behind it are sent. */
  readonly held?: true;
  /** When it was queued, in ms of the store's clock. */
  readonly at: number;
}

/** The fields of a session that are not entity tables. */
export interface SessionFields {
  /** The agent's id of the session. */
  readonly sessionId: SessionId;
  /** The working directory, an absolute path. */
  readonly cwd?: string;
  /** Additional working directories, absolute paths. */
  readonly additionalDirectories?: readonly string[];
  /**
   * The MCP servers of the request that opened the session last, and those that the client has left out.
   * Absent if there were none.
   */
  readonly mcpServers?: readonly SessionMcpServer[];
  /**
   * The current activity: derived from the turns in version 1, reported by the agent in version 2.
   */
  readonly activity: Activity;
  /** The session that this one was forked from with `session/fork`. */
  readonly forkedFrom?: SessionId;
  /** The session of another agent that this one continues, after a handoff. */
  readonly continuedFrom?: SessionOrigin;
  /** The session whose agent started this one. */
  readonly parentSessionId?: SessionId;
  /** Set while a replay is expected: the next part of a transcript replaces the current one. */
  readonly replaying?: true;
  /** The turns that have not ended, the oldest first. */
  readonly openTurns: readonly TurnId[];
  /** The ids of the pending permission requests, the oldest first. */
  readonly pendingPermissions: readonly string[];
  /** The queued prompts, the oldest first. */
  readonly queue: readonly QueuedPrompt[];
  /** Set when queued prompts must not be sent automatically: after a cancel, a failed turn or a lost connection. */
  readonly queueHeld?: true;
  /**
   * The reason the session can be read, but not prompted: the agent no longer knows it, or has not
   * opened a restored session yet.
   */
  readonly detached?: string;
  /**
   * The files that the agent wrote through handlers of the client that report it, such as `nodeFileSystem`. Absent
   * if there are none.
   */
  readonly writtenFiles?: readonly WrittenFile[];
  /** Work that continues while the agent is idle, as the agent listed it last (version 2). */
  readonly background: readonly BackgroundWork[];
  /** The agent's description of the session. Empty until the agent sends one. */
  readonly info: SessionInfo;
  /** The slash commands that the agent announced last. */
  readonly commands: readonly AvailableCommand[];
  /** The settings with their current values. */
  readonly configOptions: readonly ConfigOption[];
  /** The modes and the current one. Absent if the agent has not sent any. */
  readonly modes?: SessionModes;
  /** The models and the current one. Absent if the agent has not sent any. */
  readonly models?: SessionModels;
  /**
   * The settings whose latest change is waiting for the agent's response or was refused. `modes`,
   * `models` and `configOptions` show a choice as soon as it is sent.
   */
  readonly settingChanges: readonly SettingChange[];
  /** The use of the context window and the cost. Absent until the agent reports them. */
  readonly usage?: Usage;
  /**
   * The tokens of all turns and the highest reported cost, without those of subagents, which
   * `selectUsageTotals` adds. A replay and closing keep them. Absent until the agent reports some.
   */
  readonly usageTotals?: UsageTotals;
  /**
   * The time of the last message from the agent about this session, in ms since the epoch. It may be
   * up to a second older, so that streams do not change the session with each chunk.
   */
  readonly lastActivityAt?: number;
  /** Extension data of the response that opened the session last. */
  readonly _meta?: Meta;
  /**
   * The newest extension data of updates that have no entity, by the kind of update, such as
   * `available_commands_update`. `session/update` has the data of the notification itself.
   */
  readonly updateMeta?: Readonly<Record<string, Meta>>;
  /** The newest notices, bounded by `limits.notices`. */
  readonly notices: readonly Notice[];
  /** The newest updates of unknown kinds, bounded by `limits.unknownUpdates`. */
  readonly unknownUpdates: readonly UnknownUpdate[];
  /** The number of items discarded because of the limits. */
  readonly dropped?: { readonly notices?: number; readonly unknownUpdates?: number };
  /**
   * Set while the content comes from a saved state, until the agent opens, loads or resumes the
   * session. `detached` says so too.
   */
  readonly restored?: true;
  /** Set when the user has closed the session. Its content is freed. */
  readonly closed?: true;
}

/** The name of a session field. */
export type SessionField = Exclude<keyof SessionFields, "sessionId">;

/** One conversation with the agent. */
export interface Session extends SessionFields, SessionTables {
  /** The items of the conversation in the order in which they appeared. */
  readonly timeline: readonly TimelineItem[];
}

/** The state of the connection to the agent, as recorded by `observe` or by the application. */
export interface Connection {
  /** `lost`: a reconnect will be attempted. `closed`: no reconnect. */
  readonly status: "connecting" | "ready" | "lost" | "closed";
  /** The reason the connection was lost or closed. */
  readonly reason?: string;
  /** The number of the current or next reconnect attempt, from 1. */
  readonly attempt?: number;
  /** The time of the next reconnect attempt, in ms of the store's clock. */
  readonly retryAt?: number;
  /** The time at which the connection was lost or closed, in ms of the store's clock. */
  readonly endedAt?: number;
  /** Set if the application closed the connection, because it does not need it now. It did not fail. */
  readonly parked?: true;
}

/** An immutable snapshot of everything the store knows. Unchanged parts keep their reference. */
export interface AcpState extends RootTables {
  /** The protocol version of the connection. */
  readonly protocolVersion: 1 | 2;
  /** The agent's answer to `initialize`. Empty until it arrives. */
  readonly agent: AgentState;
  /** Absent in a store that only ingests updates. Never written by `serialize`. */
  readonly connection?: Connection;
  /** The ids of the pending requests for input, the oldest first. */
  readonly pendingElicitations: readonly string[];
  /**
   * The fields of this object that a newer release has saved, by name. The store keeps them for the
   * newer release: `serialize` writes them as fields again.
   */
  readonly unknownFields?: UnknownFields;
  /** The sessions by id, in first-seen order. Closed sessions stay. */
  readonly sessions: ReadonlyMap<SessionId, Session>;
}

/** Fields that this release does not know, by name. */
export type UnknownFields = Readonly<Record<string, unknown>>;

/** The name of a field or an entity table at the top of the state. */
export type StateField = Exclude<keyof AcpState, "sessions">;

/** The state without its sessions and entity tables. */
export type RootFields = Omit<AcpState, "sessions" | RootTableName>;

/** The name of a field at the top of the state that is not a table. */
export type RootField = keyof RootFields;
