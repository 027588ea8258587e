/**
 * One entry of a session's transcript, independent of the protocol version. The agent sends it as
 * one or several updates, and sends it again when the session is loaded.
 */
export type AgentEvent =
  | PromptEvent
  | TextEvent
  | ToolCallEvent
  | TerminalEvent
  | OutputEvent
  | ExitEvent
  | PlanEvent
  | TitleEvent
  | UsageEvent
  | ArchivedEvent
  | UpdateEvent;

/** The prompt of the user. Both protocol versions use the same content blocks. */
export interface PromptEvent {
  readonly type: "prompt";
  /** The id of the user's message. */
  readonly messageId: string;
  /** The content blocks of the prompt. */
  readonly content: readonly PromptBlock[];
}

/**
 * A content block, such as `{ type: "text", text: "Fix the typo" }`.
 * {@link https://agentclientprotocol.com/protocol/v1/content}
 */
export interface PromptBlock {
  /** The kind of content, such as `text` or `resource_link`. */
  readonly type: string;
  readonly [field: string]: unknown;
}

/** A part of a message or thought of the agent. */
export interface TextEvent {
  readonly type: "message" | "thought";
  /** The id that all parts of the message share. */
  readonly messageId: string;
  /** The text of this part. */
  readonly text: string;
}

/** A new tool call, or an update of one. */
export interface ToolCallEvent extends ToolCallFields {
  readonly type: "call";
  /** The id of the tool call. */
  readonly toolCallId: string;
  /** Set on the event that announces the tool call. */
  readonly isNew?: true;
}

/**
 * The fields of a tool call. An absent field is unchanged.
 * {@link https://agentclientprotocol.com/protocol/v1/tool-calls}
 */
export interface ToolCallFields {
  /** The title that is shown to the user. */
  readonly title?: string;
  /** The kind of tool. */
  readonly kind?:
    | "read"
    | "edit"
    | "delete"
    | "move"
    | "search"
    | "execute"
    | "think"
    | "fetch"
    | "switch_mode"
    | "other";
  /** The status. Version 1 has no `cancelled`, so the agent sends `failed` in its place. */
  readonly status?: "pending" | "in_progress" | "completed" | "failed" | "cancelled";
  /** The content, which replaces the previous content. */
  readonly content?: readonly ToolCallContentItem[];
  /** The files that the call works on. */
  readonly locations?: readonly { readonly path: string; readonly line?: number }[];
  /** The input of the tool, as JSON. */
  readonly rawInput?: unknown;
  /** The output of the tool, as JSON. */
  readonly rawOutput?: unknown;
}

/** A part of the content of a tool call. */
export type ToolCallContentItem = { readonly type: "text"; readonly text: string } | FileEdit;

/** A change of a file. Version 2 of the protocol receives it as a patch. */
export interface FileEdit {
  readonly type: "diff";
  /** The absolute path of the file. */
  readonly path: string;
  /** The previous content, or `null` if the file is new. */
  readonly oldText: string | null;
  /** The new content. */
  readonly newText: string;
}

/** A new terminal that belongs to a tool call. */
export interface TerminalEvent {
  readonly type: "terminal";
  /** The id of the terminal. */
  readonly terminalId: string;
  /** The id of the tool call that runs the command. */
  readonly toolCallId: string;
  /** The command line. */
  readonly command: string;
  /** The absolute path of the working directory. */
  readonly cwd: string;
}

/** Output of a terminal. Version 1 has no such update, so the tool call receives all output. */
export interface OutputEvent {
  readonly type: "output";
  /** The id of the terminal. */
  readonly terminalId: string;
  /** The id of the tool call that runs the command. */
  readonly toolCallId: string;
  /** The text that the command printed. */
  readonly text: string;
}

/** The exit of the command in a terminal. */
export interface ExitEvent extends TerminalExit {
  readonly type: "exit";
  /** The id of the terminal. */
  readonly terminalId: string;
}

/** The end of a command: an exit code, or the signal that ended it. */
export interface TerminalExit {
  /** The exit code, or `null` if a signal ended the command. */
  readonly exitCode: number | null;
  /** The name of the signal, or `null` if the command exited by itself. */
  readonly signal: string | null;
}

/** The plan of the agent, which replaces the previous plan. */
export interface PlanEvent {
  readonly type: "plan";
  /** The steps of the plan. */
  readonly entries: readonly PlanStep[];
}

/** A step of a plan. */
export interface PlanStep {
  /** The description of the step. */
  readonly content: string;
  /** The importance of the step. */
  readonly priority: "high" | "medium" | "low";
  /** The progress of the step. */
  readonly status: "pending" | "in_progress" | "completed";
}

/** The title of the session. */
export interface TitleEvent {
  readonly type: "title";
  /** The title. */
  readonly title: string;
  /** The time of the last activity, in ISO 8601. */
  readonly updatedAt: string;
}

/** The size of the context. */
export interface UsageEvent {
  readonly type: "usage";
  /** The number of tokens in the context. */
  readonly used: number;
  /** The number of tokens that fit into the context. */
  readonly size: number;
}

/** The session was archived or restored. Clients read this from the list of sessions. */
export interface ArchivedEvent {
  readonly type: "archived";
  /** Whether the session is archived. */
  readonly archived: boolean;
}

/** An update in the words of one protocol version, sent unchanged. */
export interface UpdateEvent {
  readonly type: "update";
  /** The version of the protocol that defines the update. It is not sent in the other version. */
  readonly protocolVersion: 1 | 2;
  /** The `update` of the `session/update` notification. */
  readonly update: SentUpdate;
}

/** The `update` of a `session/update` notification. */
export interface SentUpdate {
  /** The kind of update, such as `agent_message_chunk`. */
  readonly sessionUpdate: string;
  readonly [field: string]: unknown;
}
