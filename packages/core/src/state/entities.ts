import type { ContentBlock, Meta, ToolCallContent } from "./content.js";

/** The agent's id of a session, unique per agent connection. */
export type SessionId = string;
/** The store's id of a turn. The store creates it when a prompt is sent. */
export type TurnId = string;

/** The times of an entity, in ms since the epoch by the store's clock. */
export interface EntityTimes {
  /**
   * When the entity first appeared. For replayed content that is the time of the replay, unless the
   * agent sent a time in `_meta.timestamp`.
   */
  readonly createdAt: number;
  /** The time of the last event that changed the entity. */
  readonly updatedAt: number;
  /** Set if the entity was rebuilt by a replay, such as `session/load`. */
  readonly replayed?: true;
}

/** A tool kind of the protocol, or any other kind that the agent sends. */
export type ToolKind =
  | "read"
  | "edit"
  | "delete"
  | "move"
  | "search"
  | "execute"
  | "think"
  | "fetch"
  | "switch_mode"
  | "other"
  | (string & {});

/**
 * The status of a tool call. The store also sets `cancelled` on an open call when its turn is
 * cancelled. A call with an unknown status counts as running.
 */
export type ToolCallStatus =
  | "pending"
  | "in_progress"
  | "completed"
  | "failed"
  | "cancelled"
  | (string & {});

/**
 * Where a tool call stands, with everything that the store knows about it. Show this, not the status,
 * which stays `in_progress` when the agent never reports an end.
 *
 * - `pending`: announced, and not started.
 * - `awaiting_permission`: the user has to answer a permission request for the call.
 * - `running`: started, or allowed by an answer.
 * - `completed`, `failed`: the agent has reported the end.
 * - `rejected`: an answer has rejected the call. It stays so when the agent reports the call as failed.
 * - `cancelled`: its turn was cancelled before the end of the call.
 * - `unfinished`: its turn, its connection or a replay ended without an end of the call. It no longer
 *   runs.
 */
export type ToolCallPhase =
  | "pending"
  | "awaiting_permission"
  | "running"
  | "completed"
  | "failed"
  | "rejected"
  | "cancelled"
  | "unfinished";

/** A file location that a tool call reads or changes. */
export interface ToolCallLocation {
  /** The absolute path of the file. */
  readonly path: string;
  /** The line, counted from 1. */
  readonly line?: number | null;
  /** Extension data. */
  readonly _meta?: Meta | null;
}

/**
 * One tool call, with the protocol's field names. The store also keeps fields that the protocol does
 * not define.
 * {@link https://agentclientprotocol.com/protocol/v1/tool-calls}
 */
export interface ToolCall extends EntityTimes {
  /** The agent's id of the call. */
  readonly toolCallId: string;
  /** A description of the call for display. */
  readonly title?: string;
  /** The name of the tool. */
  readonly name?: string;
  /** The kind of tool. `other` unless the agent sends one. */
  readonly kind: ToolKind;
  /** The progress of the call, as the agent reports it. `pending` unless the agent sends one. */
  readonly status: ToolCallStatus;
  /** Where the call stands. Unlike `status`, it also knows answers to permissions and ended turns. */
  readonly phase: ToolCallPhase;
  /** The output of the call. */
  readonly content: readonly ToolCallContent[];
  /** The files that the call reads or changes. */
  readonly locations: readonly ToolCallLocation[];
  /** The tool's input: any JSON value. */
  readonly rawInput?: unknown;
  /** The tool's output: any JSON value. */
  readonly rawOutput?: unknown;
  /** The controls that the agent offers while the call runs (version 2). */
  readonly capabilities?: Capabilities;
  /** Extension data, merged over all updates. */
  readonly _meta?: Meta;
  /** The oldest turn that was open when the call first appeared. */
  readonly turnId?: TurnId;
  /**
   * When the call started: its first status other than `pending`. If that was a final status, the
   * call started when it first appeared.
   */
  readonly startedAt?: number;
  /**
   * When the call reached its first final status. Absent while the call runs, even if it runs
   * again.
   */
  readonly endedAt?: number;
}

/** The fields of a tool call that the store sets itself. */
export type ToolCallStoreField = "turnId" | "phase" | "startedAt" | "endedAt" | keyof EntityTimes;

/** A marker by which a peer announces that it supports something. */
export interface CapabilityMarker {
  /** Extension data. */
  readonly _meta?: Meta | null;
}

/** Controls that the agent offers for a tool call, a terminal or a subagent (version 2). */
export interface Capabilities {
  /** Present if the client can ask the agent to cancel it. */
  readonly cancel?: CapabilityMarker | null;
  /** Extension data. */
  readonly _meta?: Meta | null;
}

/** One step of a plan. */
export interface PlanEntry {
  /** The description of the step. */
  readonly content: string;
  /** The importance of the step. */
  readonly priority: "high" | "medium" | "low" | (string & {});
  /** The progress of the step. */
  readonly status: "pending" | "in_progress" | "completed" | (string & {});
  /** Extension data. */
  readonly _meta?: Meta | null;
}

/**
 * A plan. Version 1 has a single plan, which gets the id `main` and the type `items`.
 * {@link https://agentclientprotocol.com/protocol/v1/agent-plan}
 */
export interface Plan extends EntityTimes {
  /** The agent's id of the plan. `main` in version 1. */
  readonly planId: string;
  /** The form of the plan, which decides which of the fields below are set. */
  readonly type: "items" | "markdown" | "file" | (string & {});
  /** The steps of an `items` plan. */
  readonly entries?: readonly PlanEntry[];
  /** The text of a `markdown` plan. */
  readonly content?: string;
  /** The address of a `file` plan. */
  readonly uri?: string;
  /** Extension data. */
  readonly _meta?: Meta;
}

/** The author of a message. A `thought` is the agent's reasoning. */
export type MessageRole = "user" | "agent" | "thought";

/**
 * One message. Streamed text is appended to the last text block.
 * {@link https://agentclientprotocol.com/protocol/v1/prompt-turn#3-agent-reports-output}
 */
export interface Message extends EntityTimes {
  /** The agent's id, or one that the store generated. Unique together with `role`. */
  readonly messageId: string;
  /** The author. */
  readonly role: MessageRole;
  /** The content blocks, in order. */
  readonly content: readonly ContentBlock[];
  /** The content blocks that were sent to the agent, if `content` shows others in their place. */
  readonly sent?: readonly ContentBlock[];
  /**
   * The positions in `content` at which the second and each later run of the message starts. Absent
   * while the message has only one run. Each run has its own timeline item.
   */
  readonly runStarts?: readonly number[];
  /** Extension data. */
  readonly _meta?: Meta;
  /** The turn in which the message first appeared. */
  readonly turnId?: TurnId;
  /**
   * The delivery of a message that the user sent into a running turn. `sent`: the agent has not responded.
   * `injected`: the agent works it into the turn. `started_turn`: the turn was over, so it started a new one.
   * `failed`: the agent did not take it. Absent for a prompt, which starts a turn.
   */
  readonly steering?: "sent" | "injected" | "started_turn" | "failed";
}

/** The reason that a turn failed: the agent's JSON-RPC error, or an error of the client. */
export interface TurnError {
  /** A description of the error. */
  readonly message: string;
  /** The JSON-RPC error code. */
  readonly code?: number;
  /** Additional information: any JSON value. */
  readonly data?: unknown;
}

/** Numbers of tokens, by kind. */
export interface TokenCounts {
  /** The number of tokens of all kinds. */
  readonly totalTokens: number;
  /** The number of input tokens. */
  readonly inputTokens: number;
  /** The number of output tokens. */
  readonly outputTokens: number;
  /** The number of tokens used for reasoning. */
  readonly thoughtTokens?: number | null;
  /** The number of input tokens that were read from the cache. */
  readonly cachedReadTokens?: number | null;
  /** The number of input tokens that were written to the cache. */
  readonly cachedWriteTokens?: number | null;
}

/** The tokens of one model. */
export interface ModelTokens extends TokenCounts {
  /** The agent's name of the model. Absent if the agent does not tell which model used the tokens. */
  readonly model?: string;
}

/** The number of tokens that a turn used. */
export interface TokenUsage extends TokenCounts {
  /**
   * The tokens of each model, if the agent reports them in `_meta.quota`. Their sum exceeds the counts of
   * the turn if the agent also used models in the background.
   */
  readonly models?: readonly ModelTokens[];
  /** Extension data. */
  readonly _meta?: Meta | null;
}

/**
 * One prompt and its result.
 * {@link https://agentclientprotocol.com/protocol/v1/prompt-turn}
 */
export interface Turn {
  /** The store's own id of the turn, which never repeats, not even in a restored state. */
  readonly turnId: TurnId;
  /**
   * The progress of the turn. `cancelling`: the user has cancelled, the agent has not confirmed it.
   * `interrupted`: it was open when its session was saved, and the session was restored.
   */
  readonly status: "running" | "cancelling" | "ended" | "failed" | "interrupted";
  /** The reason that the turn ended, such as `end_turn`. Absent if none was reported. */
  readonly stopReason?: string;
  /** The reason that the turn failed. Set when `failed`. */
  readonly error?: TurnError;
  /** The tokens that the turn used, as the agent reported them at its end. */
  readonly usage?: TokenUsage;
  /** Set when the user has cancelled the turn; stays set when the turn ends. */
  readonly cancelRequested?: true;
  /** Set if the turn ended because the agent did not confirm the cancel in time. */
  readonly cancelUnconfirmed?: true;
  /** The key of the user's message in `messages`. */
  readonly promptId?: string;
  /** The earlier turn whose prompt this turn sends again. */
  readonly retryOf?: TurnId;
  /**
   * Set if no request of the client waits for the end of the turn: a message that steered an agent which was
   * idle has started it. Such a turn ends when the agent reports to be idle, with the next prompt, with a
   * cancel, or with the connection.
   */
  readonly unanswered?: true;
  /** When the turn started, in ms of the store's clock. */
  readonly startedAt: number;
  /**
   * When the turn ended, in ms of the store's clock. Absent while the turn is open. If it was
   * interrupted: the time of the agent's last message in the session.
   */
  readonly endedAt?: number;
  /** Extension data, as the agent sent it at the end of the turn. */
  readonly _meta?: Meta;
}

const OPEN_PHASES: ReadonlySet<ToolCallPhase> = new Set([
  "pending",
  "awaiting_permission",
  "running",
]);

/**
 * Returns whether a tool call in this phase is not over: it waits for its start or for the user, or it
 * runs.
 *
 * @example
 * ```ts
 * isOpenPhase("awaiting_permission"); // true
 * isOpenPhase("unfinished"); // false
 * ```
 */
export function isOpenPhase(phase: ToolCallPhase): boolean {
  return OPEN_PHASES.has(phase);
}

const FINAL_STATUSES: ReadonlySet<string> = new Set(["completed", "failed", "cancelled"]);

/**
 * Returns whether a tool call with this status is finished. An unknown status counts as running.
 *
 * @example
 * ```ts
 * isFinalStatus("completed"); // true
 * isFinalStatus("in_progress"); // false
 * ```
 */
export function isFinalStatus(status: string): boolean {
  return FINAL_STATUSES.has(status);
}
