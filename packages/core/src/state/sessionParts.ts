import type { ContentBlock, Meta } from "./content.js";
import type { Capabilities, SessionId } from "./entities.js";

/** The result of a command. An empty object means that it ended. */
export interface TerminalExit {
  readonly exitCode?: number | null;
  readonly signal?: string | null;
  readonly _meta?: Meta | null;
}

/** The size of a terminal, in character cells. */
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
  /** The newest output as text, at most `limits.terminalBytes` bytes. */
  readonly output: string;
  /** The length of `output` in bytes of UTF-8. */
  readonly outputBytes: number;
  /** Bytes dropped from the start of `output`. */
  readonly truncatedBytes: number;
  /** Set when the client kept only the end of the output. The number of missing bytes is unknown. */
  readonly truncated?: true;
  readonly exitStatus?: TerminalExit;
  readonly size?: TerminalSize;
  readonly capabilities?: Capabilities;
  /** Set when the client has released the terminal. Its output stays. */
  readonly released?: true;
  readonly _meta?: Meta;
}

/** Work that continues while the agent is idle: a terminal, a tool call, or something else. */
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
 * A child session that the agent started for a part of the work. Its updates and permission requests
 * have its own session id.
 */
export interface Subagent {
  /** The id of the child session. */
  readonly sessionId: SessionId;
  readonly title?: string;
  readonly description?: string;
  readonly capabilities?: Capabilities;
  /** The activity of the child, as its parent reported it last. */
  readonly state?: { readonly state: string; readonly [field: string]: unknown };
  readonly cwd?: string;
  readonly additionalDirectories?: readonly string[];
  readonly _meta?: Meta;
}

/** A message from one session to another, as shown in one of them. */
export interface SessionMessage {
  readonly messageId: string;
  readonly senderSessionId?: SessionId;
  readonly recipientSessionId?: SessionId;
  readonly senderMessageId?: string;
  readonly recipientMessageId?: string;
  readonly content: readonly ContentBlock[];
  readonly _meta?: Meta;
}

/** A compaction of the context, and the resulting summary. */
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

/** A mode of the agent, such as "ask" or "code". */
export interface SessionMode {
  readonly id: string;
  readonly name: string;
  readonly description?: string | null;
  readonly _meta?: Meta | null;
}

/** The available modes and the current one. {@link https://agentclientprotocol.com/protocol/v1/session-modes} */
export interface SessionModes {
  readonly currentModeId: string;
  readonly availableModes: readonly SessionMode[];
  readonly _meta?: Meta | null;
}

/** A setting of the session, such as its model. */
export interface ConfigOption {
  /** The id of the option. Version 2 calls it `configId`, which is kept as well. */
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

/** Information from the agent about the session. `updatedAt` is ISO 8601. */
export interface SessionInfo {
  readonly title?: string;
  readonly updatedAt?: string;
  readonly _meta?: Meta;
}
