import type { JsonValue } from "../json.js";
import type { ContentBlock, Meta, Unrecognized } from "./content.js";
import type { Capabilities, EntityTimes, ModelTokens, SessionId, TokenUsage } from "./entities.js";

/** The exit status of a command. The object is present once the command has ended. */
export interface TerminalExit {
  /** The exit code. Absent or `null` if a signal ended the command. */
  readonly exitCode?: number | null;
  /** The name of the signal that ended the command. */
  readonly signal?: string | null;
  /** Extension data. */
  readonly _meta?: Meta | null;
}

/** The size of a terminal in character cells. */
export interface TerminalSize {
  /** The number of columns. */
  readonly cols: number;
  /** The number of rows. */
  readonly rows: number;
  /** Extension data. */
  readonly _meta?: Meta | null;
}

/**
 * Output of a command. {@link https://agentclientprotocol.com/protocol/v1/terminals}
 */
export interface Terminal extends EntityTimes {
  /** The id of the terminal, unique in the session. */
  readonly terminalId: string;
  /** The command line, for display. */
  readonly command?: string;
  /** The working directory of the command. */
  readonly cwd?: string;
  /** The newest output as text, at most `limits.terminalBytes` bytes. */
  readonly output: string;
  /** The length of `output` in bytes of UTF-8. */
  readonly outputBytes: number;
  /** Bytes dropped from the start of `output`. */
  readonly truncatedBytes: number;
  /** Set when the client kept only the end of the output. The number of missing bytes is unknown. */
  readonly truncated?: true;
  /** The exit status. Absent until the command is known to have ended. */
  readonly exitStatus?: TerminalExit;
  /** The size in character cells (version 2). */
  readonly size?: TerminalSize;
  /** The controls that the agent offers for the terminal (version 2). */
  readonly capabilities?: Capabilities;
  /** Set when the client has released the terminal. Its output stays. */
  readonly released?: true;
  /** Extension data. */
  readonly _meta?: Meta;
}

/** Work that continues while the agent is idle (version 2). */
export type BackgroundWork =
  | BackgroundTerminal
  | BackgroundToolCall
  | BackgroundSubagent
  | UnrecognizedBackgroundWork;

/** A command that runs in the background. */
export interface BackgroundTerminal {
  readonly type: "terminal";
  /** The key in the session's `terminals`. */
  readonly terminalId: string;
  /** Extension data. */
  readonly _meta?: Meta | null;
}

/** A tool call that runs in the background. */
export interface BackgroundToolCall {
  readonly type: "tool_call";
  /** The key in the session's `toolCalls`. */
  readonly toolCallId: string;
  /** Extension data. */
  readonly _meta?: Meta | null;
}

/** A subagent that runs in the background. */
export interface BackgroundSubagent {
  readonly type: "subagent";
  /** The id of the child session. */
  readonly sessionId: SessionId;
  /** Extension data. */
  readonly _meta?: Meta | null;
}

/** Background work of a type that this version does not know, stored as sent. */
export interface UnrecognizedBackgroundWork {
  readonly type: Unrecognized;
  readonly [field: string]: unknown;
}

/** Information for the user that is not part of the conversation. */
export interface Notice {
  /** The importance of the notice. */
  readonly severity: "info" | "warning" | "error" | (string & {});
  /** The text for display. */
  readonly title: string;
  /** Details for display. */
  readonly description?: string | null;
  /** The number of timeline items before it: its place in the conversation. Set by the store. */
  readonly position?: number;
  /** The number of times that it was sent in a row, if more than once. Set by the store. */
  readonly count?: number;
  /** Extension data. */
  readonly _meta?: Meta | null;
}

/**
 * A child session that this session's agent started. The child's updates and permission requests
 * arrive under its own session id.
 */
export interface Subagent {
  /** The id of the child session. */
  readonly sessionId: SessionId;
  /** The name for display. */
  readonly title?: string;
  /** A description of the subagent's task. */
  readonly description?: string;
  /** The controls that the agent offers for the subagent. */
  readonly capabilities?: Capabilities;
  /** The state that the parent session reported last. */
  readonly state?: SubagentState;
  /** The working directory, an absolute path. */
  readonly cwd?: string;
  /** Other directories that the subagent may work in, absolute paths. */
  readonly additionalDirectories?: readonly string[];
  /** When it last began to work, in ms of the store's clock. Absent if the store has not seen it work. */
  readonly startedAt?: number;
  /** When it last stopped working, in ms of the store's clock. Absent while it works. */
  readonly endedAt?: number;
  /** Extension data. */
  readonly _meta?: Meta;
}

/** The state of a subagent, as reported by its parent session. */
export interface SubagentState {
  /** The activity of the subagent. */
  readonly state: "running" | "requires_action" | "idle" | (string & {});
  /** The reason that the last turn ended, when `idle`. */
  readonly stopReason?: string | null;
  /** The error of the last turn, when `idle`. */
  readonly error?: SubagentError | null;
  /** The work that continues while the subagent is idle. */
  readonly background?: readonly BackgroundWork[] | null;
  /** The tokens that the last turn used, when `idle`. */
  readonly usage?: TokenUsage | null;
  /** Extension data. */
  readonly _meta?: Meta | null;
}

/** The error that ended a subagent's turn. */
export interface SubagentError {
  /** The JSON-RPC error code. */
  readonly code: number;
  /** A description of the error. */
  readonly message: string;
  /** Additional information: any JSON value. */
  readonly data?: unknown;
}

/** A message from one session to another, as shown in one of them. */
export interface SessionMessage {
  /** The agent's id of the message, unique in this session. */
  readonly messageId: string;
  /** The session that sent the message. */
  readonly senderSessionId?: SessionId;
  /** The session that received the message. */
  readonly recipientSessionId?: SessionId;
  /** The id of the message in the sending session. */
  readonly senderMessageId?: string;
  /** The id of the message in the receiving session. */
  readonly recipientMessageId?: string;
  /** The content blocks, in order. */
  readonly content: readonly ContentBlock[];
  /** Extension data. */
  readonly _meta?: Meta;
}

/** A row that the application added to the timeline, such as a note or an error. */
export interface ApplicationRow {
  /** The id of the row, unique in the session. */
  readonly rowId: string;
  /** The content of the row: any JSON value. */
  readonly data: JsonValue;
  /** When the row was added, in ms since the epoch by the store's clock. */
  readonly createdAt: number;
  /** The time of its last change, in ms since the epoch by the store's clock. */
  readonly updatedAt: number;
}

/** A compaction of the conversation's context, with its summary. */
export interface Compaction {
  /** The agent's id of the compaction. */
  readonly compactionId: string;
  /** The progress of the compaction. */
  readonly status: "in_progress" | "completed" | "failed" | "cancelled" | (string & {});
  /** The content blocks of the summary. */
  readonly summary: readonly ContentBlock[];
  /** A description of the error, if the compaction failed. */
  readonly error?: string;
  /** When it began, in ms of the store's clock. Absent if it was over when the agent first reported it. */
  readonly startedAt?: number;
  /** When it ended, in ms of the store's clock. Absent while it runs, and without `startedAt`. */
  readonly endedAt?: number;
  /** The tokens in the context when it began. Absent if the agent had not reported them. */
  readonly tokensBefore?: number;
  /** The tokens in the context after it, as the agent reported them next. */
  readonly tokensAfter?: number;
  /** Extension data. */
  readonly _meta?: Meta;
}

/** A slash command. {@link https://agentclientprotocol.com/protocol/v1/slash-commands} */
export interface AvailableCommand {
  /** The name, without the slash. */
  readonly name: string;
  /** A description for display. */
  readonly description: string;
  /** The type of the command (version 2). */
  readonly type?: "command" | (string & {});
  /** The input that the command takes. */
  readonly input?: CommandInput | null;
  /** Extension data. */
  readonly _meta?: Meta | null;
}

/** The input of a slash command. */
export interface CommandInput {
  /** The type of the input (version 2). */
  readonly type?: "text" | (string & {});
  /** A hint to show while the input is empty. Set for text input. */
  readonly hint?: string | null;
  /** Extension data. */
  readonly _meta?: Meta | null;
}

/** The use of the context window, and the cost of the session so far. */
export interface Usage {
  /** The number of tokens in the context window. */
  readonly used: number;
  /** The size of the context window in tokens. */
  readonly size: number;
  /** The cost of the session so far. */
  readonly cost?: Cost | null;
  /** Extension data. */
  readonly _meta?: Meta | null;
}

/** An amount of money. */
export interface Cost {
  /** The amount, in units of the currency. */
  readonly amount: number;
  /** The currency, as an ISO 4217 code. */
  readonly currency: string;
  /** Extension data. */
  readonly _meta?: Meta | null;
}

/** The tokens and the money that were used in total. Amounts in different currencies are never added. */
export interface UsageTotals {
  /** The tokens, by model. */
  readonly tokens: readonly ModelTokens[];
  /** The costs, one for each currency. */
  readonly costs: readonly Pick<Cost, "amount" | "currency">[];
}

/** The agent's description of a session. */
export interface SessionInfo {
  /** The title for display. */
  readonly title?: string;
  /** The time of the last activity, in ISO 8601. */
  readonly updatedAt?: string;
  /** Extension data. */
  readonly _meta?: Meta;
}

/**
 * An MCP server that the client has passed to the agent, or has left out because the agent does not support its
 * transport. Its command, address, variables and headers, which may contain secrets, are not in the state.
 * {@link https://agentclientprotocol.com/protocol/v1/session-setup#mcp-servers}
 */
export interface SessionMcpServer {
  /** The name of the server. */
  readonly name: string;
  /** The transport. */
  readonly transport: "stdio" | "http" | "sse" | (string & {});
}

/** A file that the agent wrote through the client (`fs/write_text_file`). */
export interface WrittenFile {
  /** The path, as the agent sent it. */
  readonly path: string;
  /** Whether the first write created the file. */
  readonly operation: "add" | "modify";
  /** The number of added lines, from before the first write until after the last one. */
  readonly added: number;
  /** The number of removed lines, from before the first write until after the last one. */
  readonly removed: number;
}
