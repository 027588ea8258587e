import type { ContentBlock, Meta, ToolCallContent } from "./content.js";

/** Unique per agent connection. */
export type SessionId = string;
/** Made by the store when a prompt is sent. */
export type TurnId = string;

/** The tool kinds of the protocol, and any other the agent sends. */
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
 * The status of a tool call. The store sets `cancelled` on unfinished calls when their turn is
 * cancelled. An unknown status counts as still running.
 */
export type ToolCallStatus =
  | "pending"
  | "in_progress"
  | "completed"
  | "failed"
  | "cancelled"
  | (string & {});

/** A location that a tool works on: an absolute path and a 1-based line. */
export interface ToolCallLocation {
  readonly path: string;
  readonly line?: number | null;
  readonly _meta?: Meta | null;
}

/**
 * One tool call, under the wire's field names. Fields that the protocol does not name are kept
 * on the object as the agent sent them.
 * {@link https://agentclientprotocol.com/protocol/v1/tool-calls}
 */
export interface ToolCall {
  readonly toolCallId: string;
  readonly title?: string;
  readonly name?: string;
  readonly kind: ToolKind;
  readonly status: ToolCallStatus;
  readonly content: readonly ToolCallContent[];
  readonly locations: readonly ToolCallLocation[];
  /** Any JSON. */
  readonly rawInput?: unknown;
  /** Any JSON. */
  readonly rawOutput?: unknown;
  /** The controls that the agent offers while the call runs (version 2). */
  readonly capabilities?: Capabilities;
  readonly _meta?: Meta;
  /** The oldest turn that was open when the call was first seen. */
  readonly turnId?: TurnId;
  /** Set when the turn of the call ended without a final status. Nothing is running any more. */
  readonly stale?: true;
}

/** Controls that the agent offers for a tool call or a terminal (version 2). */
export interface Capabilities {
  readonly cancel?: object | null;
  readonly [field: string]: unknown;
}

/** One step of a plan. */
export interface PlanEntry {
  readonly content: string;
  readonly priority: "high" | "medium" | "low" | (string & {});
  readonly status: "pending" | "in_progress" | "completed" | (string & {});
  readonly _meta?: Meta | null;
}

/**
 * A plan. Version 1 has one, with the id `main` and the type `items`. The field `entries`
 * belongs to the type `items`, `content` to `markdown`, and `uri` to `file`.
 * {@link https://agentclientprotocol.com/protocol/v1/agent-plan}
 */
export interface Plan {
  readonly planId: string;
  readonly type: "items" | "markdown" | "file" | (string & {});
  readonly entries?: readonly PlanEntry[];
  /** Markdown. */
  readonly content?: string;
  readonly uri?: string;
  readonly _meta?: Meta;
}

/** The author of a message; a `thought` is the agent's reasoning. */
export type MessageRole = "user" | "agent" | "thought";

/**
 * One message. Adjacent chunks of plain text are joined into one text block.
 * {@link https://agentclientprotocol.com/protocol/v1/prompt-turn#3-agent-reports-output}
 */
export interface Message {
  /** The agent's id, or one made up by the store. Unique together with `role`. */
  readonly messageId: string;
  readonly role: MessageRole;
  readonly content: readonly ContentBlock[];
  readonly _meta?: Meta;
  readonly turnId?: TurnId;
}

/** The reason a prompt failed: the agent's JSON-RPC error, or an error reported by the client. */
export interface TurnError {
  readonly message: string;
  readonly code?: number;
  readonly data?: unknown;
}

/** The number of tokens used by completed work. */
export interface TokenUsage {
  readonly totalTokens: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly thoughtTokens?: number | null;
  readonly cachedReadTokens?: number | null;
  readonly cachedWriteTokens?: number | null;
  readonly _meta?: Meta | null;
}

/**
 * One prompt and its result.
 * {@link https://agentclientprotocol.com/protocol/v1/prompt-turn}
 */
export interface Turn {
  readonly turnId: TurnId;
  readonly status: "running" | "cancelling" | "ended" | "failed";
  readonly stopReason?: string;
  readonly error?: TurnError;
  /** As the agent reported it at the end. */
  readonly usage?: TokenUsage;
  /** Set when the user has cancelled the turn; stays set when the turn ends. */
  readonly cancelRequested?: true;
  /** The key of the user's message in `messages`. */
  readonly promptId?: string;
  /** In ms of the store's clock. */
  readonly startedAt: number;
  readonly endedAt?: number;
  readonly _meta?: Meta;
}
