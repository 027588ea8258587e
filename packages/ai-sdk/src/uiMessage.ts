import type {
  ApplicationRow,
  Compaction,
  ContentBlock,
  Meta,
  PermissionOption,
  Plan,
  SessionMessage,
  Subagent,
  Terminal,
  TokenUsage,
  ToolCallContent,
  ToolCallLocation,
  TurnError,
} from "@acp-store/core";
import type { UIMessage } from "ai";

/** The metadata of a message. */
export interface AcpMessageMetadata {
  /** The session of the message. */
  readonly sessionId: string;
  /** The turn of a message of the agent. Absent if the store does not know it, as after a replay. */
  readonly turnId?: string;
  /** When the message first appeared, in ms since the epoch. */
  readonly createdAt?: number;
  /** The reason that the turn ended, such as `end_turn`. */
  readonly stopReason?: string;
  /** The reason that the turn failed. */
  readonly error?: TurnError;
  /** The tokens that the turn used. */
  readonly usage?: TokenUsage;
}

/** The output of a tool call. */
export interface AcpToolOutput {
  /** The content of the call: text, images, diffs, and references to terminals. */
  readonly content: readonly ToolCallContent[];
  /** The terminals in the content, in order. */
  readonly terminals: readonly Terminal[];
  /** The files that the call reads or changes. */
  readonly locations: readonly ToolCallLocation[];
  /** The tool's own output: any JSON value. */
  readonly rawOutput?: unknown;
}

/** The `descriptor` of an approval: what the agent asks for, and the answers that it offers. */
export interface AcpApprovalDescriptor {
  /** The answers. Pass one of their ids to `store.respondToPermission(approval.id, optionId)`. */
  readonly options: readonly PermissionOption[];
  /** The id of the selected option. Absent while the request is pending. */
  readonly optionId?: string;
  /** The content to show in the dialog, such as a diff. */
  readonly content?: readonly ToolCallContent[];
  /** Extension data. */
  readonly _meta?: Meta;
}

/** A tool of the agent, by its kind. */
export interface AcpTool {
  /** The input of the tool: any JSON value. */
  input: unknown;
  /** The output of the tool. */
  output: AcpToolOutput;
}

/**
 * The tools in messages, by kind of tool call: `read`, `edit`, `delete`, `move`, `search`, `execute`,
 * `think`, `fetch`, `switch_mode`, `other`, or another kind that the agent sends. `permission` is a
 * permission request that names no tool call.
 */
export type AcpTools = Record<string, AcpTool>;

/** The data parts in messages, by their type without `data-`. */
export type AcpDataParts = {
  /** A plan. */
  plan: Plan;
  /** A subagent with its conversation. */
  subagent: { readonly subagent: Subagent; readonly messages: readonly AcpUIMessage[] };
  /** A compaction of the context. */
  compaction: Compaction;
  /** A message between sessions. */
  "session-message": SessionMessage;
  /** A row that the application has added to the timeline. */
  "application-row": ApplicationRow;
  /** A terminal that no tool call shows. */
  terminal: Terminal;
  /** A content block of a type that the AI SDK does not know. */
  content: ContentBlock;
};

/** A message of the AI SDK that shows a part of a session. */
export interface AcpUIMessage extends UIMessage<AcpMessageMetadata, AcpDataParts, AcpTools> {}

/** A part of a message. */
export type AcpUIMessagePart = AcpUIMessage["parts"][number];
