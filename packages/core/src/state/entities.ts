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
 * `cancelled` is also what the store marks an unfinished call with when its turn is cancelled.
 * A status that is not known counts as still running.
 */
export type ToolCallStatus =
  | "pending"
  | "in_progress"
  | "completed"
  | "failed"
  | "cancelled"
  | (string & {});

/** A place a tool works at: an absolute path and a 1-based line. */
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
  /** What the user may do with the call while it runs (version 2). */
  readonly capabilities?: Capabilities;
  readonly _meta?: Meta;
  /** The oldest turn that was open when the call was first seen. */
  readonly turnId?: TurnId;
  /** Its turn is over and no final status ever came: nothing is running any more. */
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
 * A plan. Version 1 has one, with the id `main` and the type `items`. Of the fields, `entries`
 * belongs to `items`, `content` to `markdown`, `uri` to `file`.
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

/** Whose words a message holds; a `thought` is the agent's reasoning. */
export type MessageRole = "user" | "agent" | "thought";

/**
 * One message. Text that arrives in pieces is one growing text block.
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

/** One answer the agent offers. {@link https://agentclientprotocol.com/protocol/v1/tool-calls#permission-options} */
export interface PermissionOption {
  readonly optionId: string;
  readonly name: string;
  readonly kind: "allow_once" | "allow_always" | "reject_once" | "reject_always" | (string & {});
  readonly _meta?: Meta | null;
}

/** Who or what settled a permission request. */
export type PermissionReason =
  | "user"
  | "policy"
  | "turn_cancelled"
  | "turn_ended"
  | "withdrawn"
  | "disconnected"
  | "session_closed"
  | "aborted";

/** The tool call as a permission request sent it: for the dialog, whatever comes later. */
export interface RequestedToolCall {
  readonly toolCallId: string;
  readonly title?: string | null;
  readonly kind?: ToolKind | null;
  readonly status?: ToolCallStatus | null;
  readonly content?: readonly ToolCallContent[] | null;
  readonly locations?: readonly ToolCallLocation[] | null;
  readonly rawInput?: unknown;
  readonly rawOutput?: unknown;
  readonly _meta?: Meta | null;
}

/**
 * What a version 2 request is about: a tool call, a command, or something that is not known.
 * {@link https://agentclientprotocol.com/protocol/v2/tool-calls#requesting-permission}
 */
export interface PermissionSubject {
  readonly type: "tool_call" | "command" | (string & {});
  readonly toolCall?: RequestedToolCall;
  readonly command?: string;
  readonly cwd?: string;
  readonly toolCallId?: string | null;
  readonly terminalId?: string | null;
  readonly [field: string]: unknown;
}

/**
 * A request for the user's permission. Stays in the state as history once it is settled.
 * {@link https://agentclientprotocol.com/protocol/v1/tool-calls#requesting-permission}
 */
export interface Permission {
  /** Unique in the store; what `respond` takes. */
  readonly permissionId: string;
  /** The JSON-RPC id of the request, where it is known. */
  readonly requestId?: string | number | null;
  readonly sessionId: SessionId;
  /** Of the prompt itself (version 2); where there is none, show the tool call's. */
  readonly title?: string;
  readonly description?: string;
  readonly toolCallId?: string;
  readonly toolCall?: RequestedToolCall;
  /** What is asked about, as sent (version 2). */
  readonly subject?: PermissionSubject;
  readonly options: readonly PermissionOption[];
  readonly status: "pending" | "selected" | "cancelled";
  readonly optionId?: string;
  readonly reason?: PermissionReason;
  /** When it was asked and settled, in ms of the store's clock. */
  readonly requestedAt: number;
  readonly settledAt?: number;
  /** Its place among all requests of this store, the oldest first. */
  readonly ordinal: number;
  readonly _meta?: Meta;
  readonly turnId?: TurnId;
}

/**
 * A request for input of the user: a form, or a page to go to. Fields of the wire by their names.
 * {@link https://agentclientprotocol.com/protocol/v1/elicitation}
 */
export interface Elicitation {
  /** Unique in the store; what `respondElicitation` takes. */
  readonly id: string;
  /** The JSON-RPC id of the request, where it is known. */
  readonly requestId?: string | number | null;
  /** Absent where it belongs to no session, such as while signing in. */
  readonly sessionId?: SessionId;
  readonly mode: "form" | "url" | (string & {});
  readonly message: string;
  /** A JSON Schema of the form. */
  readonly requestedSchema?: Readonly<Record<string, unknown>>;
  readonly url?: string;
  /** The agent's id of a page (`url`). */
  readonly elicitationId?: string;
  readonly toolCallId?: string | null;
  readonly status: "pending" | "accepted" | "declined" | "cancelled";
  readonly reason?: PermissionReason;
  /** What the user filled in. */
  readonly content?: Readonly<Record<string, unknown>>;
  /** The agent says that the page is done. */
  readonly completed?: true;
  /** When it was asked and settled, in ms of the store's clock. */
  readonly requestedAt: number;
  readonly settledAt?: number;
  readonly turnId?: TurnId;
  readonly _meta?: Meta | null;
}

/** Why a prompt failed: the agent's JSON-RPC error, or what the client says of it. */
export interface TurnError {
  readonly message: string;
  readonly code?: number;
  readonly data?: unknown;
}

/**
 * One prompt and what came of it.
 * {@link https://agentclientprotocol.com/protocol/v1/prompt-turn}
 */
export interface Turn {
  readonly turnId: TurnId;
  readonly status: "running" | "cancelling" | "ended" | "failed";
  readonly stopReason?: string;
  readonly error?: TurnError;
  /** Set once a cancel was asked for; stays when the turn is over. */
  readonly cancelRequested?: true;
  /** The agent has taken the prompt in; before that, an end is not this turn's (version 2). */
  readonly accepted?: true;
  /** The key of the user's message in `messages`. */
  readonly promptId?: string;
  /** How much of the prompt the agent has sent back, in characters, and under which id. */
  readonly echo?: { readonly messageId?: string; readonly length: number };
  /** In ms of the store's clock. */
  readonly startedAt: number;
  readonly endedAt?: number;
  readonly _meta?: Meta;
}

/** How a command ended. The object alone says that it did. */
export interface TerminalExit {
  readonly exitCode?: number | null;
  readonly signal?: string | null;
  readonly _meta?: Meta | null;
}

/** In character cells. */
export interface TerminalSize {
  readonly cols: number;
  readonly rows: number;
  readonly _meta?: Meta | null;
}

/**
 * Output of a command. {@link https://agentclientprotocol.com/protocol/v1/terminals}
 */
export interface Terminal {
  readonly terminalId: string;
  readonly command?: string;
  readonly cwd?: string;
  /** As text; at most `limits.terminalBytes` of it, the newest. */
  readonly output: string;
  /** How long `output` is, in bytes of UTF-8. */
  readonly outputBytes: number;
  /** Bytes dropped from the start of `output`. */
  readonly truncatedBytes: number;
  /** The first bytes of a character whose rest has not come yet, in base64. */
  readonly partial?: string;
  readonly exitStatus?: TerminalExit;
  readonly size?: TerminalSize;
  readonly capabilities?: Capabilities;
  /** The client has released it; its output stays. */
  readonly released?: true;
  readonly _meta?: Meta;
}

/** Work that goes on while the agent is idle: a terminal, a tool call, or something else. */
export interface BackgroundWork {
  readonly type: "terminal" | "tool_call" | "subagent" | (string & {});
  readonly terminalId?: string;
  readonly toolCallId?: string;
  readonly sessionId?: SessionId;
  readonly [field: string]: unknown;
}

/** Information for the user that is not part of the conversation. */
export interface Notice {
  readonly severity: "info" | "warning" | "error" | (string & {});
  readonly title: string;
  readonly description?: string | null;
  readonly _meta?: Meta | null;
}

/**
 * A session that this session's agent started for a part of the work. Its updates, and its
 * permission requests, come under its own id.
 */
export interface Subagent {
  /** The id of the child session. */
  readonly sessionId: SessionId;
  readonly title?: string;
  readonly description?: string;
  readonly capabilities?: Capabilities;
  /** What it does, as its parent reported last. */
  readonly state?: { readonly state: string; readonly [field: string]: unknown };
  readonly cwd?: string;
  readonly additionalDirectories?: readonly string[];
  readonly _meta?: Meta;
}

/** A message from one session to another, as one of them shows it. */
export interface SessionMessage {
  readonly messageId: string;
  readonly senderSessionId?: SessionId;
  readonly recipientSessionId?: SessionId;
  readonly senderMessageId?: string;
  readonly recipientMessageId?: string;
  readonly content: readonly ContentBlock[];
  readonly _meta?: Meta;
}

/** A compaction of the context, and the summary that remained. */
export interface Compaction {
  readonly compactionId: string;
  readonly status: "in_progress" | "completed" | "failed" | "cancelled" | (string & {});
  readonly summary: readonly ContentBlock[];
  readonly error?: string;
  readonly _meta?: Meta;
}

/** A slash command. {@link https://agentclientprotocol.com/protocol/v1/slash-commands} */
export interface AvailableCommand {
  readonly name: string;
  readonly description: string;
  readonly input?: { readonly hint?: string; readonly [field: string]: unknown } | null;
  readonly _meta?: Meta | null;
}

/** A way the agent can work, such as "ask" or "code". */
export interface SessionMode {
  readonly id: string;
  readonly name: string;
  readonly description?: string | null;
  readonly _meta?: Meta | null;
}

/** The modes on offer and the current one. {@link https://agentclientprotocol.com/protocol/v1/session-modes} */
export interface SessionModes {
  readonly currentModeId: string;
  readonly availableModes: readonly SessionMode[];
  readonly _meta?: Meta | null;
}

/** A setting of the session, such as its model. */
export interface ConfigOption {
  /** Version 2 calls it `configId`; that is kept beside it. */
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly currentValue?: unknown;
  readonly [field: string]: unknown;
}

/** Tokens in context, the size of the context window in tokens, and the cost so far. */
export interface Usage {
  readonly used: number;
  readonly size: number;
  readonly cost?: { readonly amount: number; readonly currency: string } | null;
  readonly _meta?: Meta | null;
}

/** What the agent says about the session. `updatedAt` is ISO 8601. */
export interface SessionInfo {
  readonly title?: string;
  readonly updatedAt?: string;
  readonly _meta?: Meta;
}
