import type {
  BackgroundWork,
  SessionMessage,
  Subagent,
  TerminalExit,
  TerminalSize,
} from "../state/sessionParts.js";
import type {
  Capabilities,
  MessageRole,
  Plan,
  SessionId,
  TokenUsage,
  TurnError,
  TurnId,
} from "../state/entities.js";
import type { ContentBlock, Meta, ToolCallContent } from "../state/content.js";
import type {
  EntityPatch,
  InSession,
  MetaPatch,
  ToolCallBody,
  ToolCallOrigin,
  WithExtra,
} from "./eventParts.js";

// The events of conversations: turns, messages, tool calls, plans, terminals, subagents.

/** A child session was announced or updated by its parent. `null` clears a field. */
export interface SubagentEvent extends InSession {
  readonly type: "subagent";
  readonly childSessionId: SessionId;
  /** The fields to change, including those that the protocol does not define. */
  readonly patch: EntityPatch<Omit<Subagent, "sessionId" | "_meta">>;
  readonly meta?: MetaPatch;
}

/** A message between sessions was created or changed. `null` clears a field. */
export interface SessionMessageEvent extends InSession {
  readonly type: "session_message";
  readonly messageId: string;
  /** The fields to change, including those that the protocol does not define. */
  readonly patch: EntityPatch<Omit<SessionMessage, "messageId" | "_meta">>;
  readonly meta?: MetaPatch;
}

/** A block was appended to a message between sessions. */
export interface SessionMessageChunkEvent extends InSession {
  readonly type: "session_message_chunk";
  readonly messageId: string;
  readonly content: ContentBlock;
}

/** The client sent a prompt. */
export interface TurnStartedEvent extends InSession {
  readonly type: "turn_started";
  readonly turnId: TurnId;
  /** Set if the store observed the request, so that it will observe the response too. */
  readonly observed?: true;
  readonly prompt?: readonly ContentBlock[];
}

/** The agent responded to a prompt, or the prompt failed. */
export interface TurnEndedEvent extends InSession {
  readonly type: "turn_ended";
  readonly turnId: TurnId;
  readonly stopReason?: string;
  readonly error?: TurnError;
  readonly usage?: TokenUsage;
  readonly meta?: Meta;
}

/** The user asked the agent to cancel its work. */
export interface TurnCancelledEvent extends InSession {
  readonly type: "turn_cancelled";
}

/** The user queued a prompt that will be sent after the turns before it. */
export interface PromptQueuedEvent extends InSession {
  readonly type: "prompt_queued";
  readonly id: string;
  readonly prompt: readonly ContentBlock[];
}

/** A queued prompt was removed by the user, or is now being sent. */
export interface PromptUnqueuedEvent extends InSession {
  readonly type: "prompt_unqueued";
  readonly id: string;
}

/** The user released the queue, so that its prompts can be sent. */
export interface QueueReleasedEvent extends InSession {
  readonly type: "queue_released";
}

/** A chunk of a message. */
export interface MessageChunkEvent extends InSession {
  readonly type: "message_chunk";
  readonly role: MessageRole;
  readonly messageId?: string;
  readonly content: ContentBlock;
  readonly meta?: MetaPatch;
}

/** A tool call was announced or updated. */
export interface ToolCallEvent extends InSession, ToolCallBody {
  readonly type: "tool_call";
  readonly origin: ToolCallOrigin;
}

/** An item was appended to the content of a tool call. */
export interface ToolCallContentEvent extends InSession {
  readonly type: "tool_call_content";
  readonly toolCallId: string;
  readonly item: ToolCallContent;
}

/** A message was created or changed. Absent `content`: unchanged. `null`: cleared. */
export interface MessageEvent extends InSession, WithExtra {
  readonly type: "message";
  readonly role: MessageRole;
  readonly messageId: string;
  readonly content?: readonly ContentBlock[] | null;
  readonly meta?: MetaPatch;
}

/** The agent added a prompt to the conversation under this message id (version 2). */
export interface PromptAcceptedEvent extends InSession {
  readonly type: "prompt_accepted";
  readonly turnId: TurnId;
  readonly messageId: string;
}

/** The agent reported its activity (version 2). */
export interface ActivityEvent extends InSession {
  readonly type: "activity";
  /** `running`, `requires_action`, `idle`, or a state that this version does not know. */
  readonly state: string;
  readonly stopReason?: string;
  readonly error?: TurnError;
  readonly usage?: TokenUsage;
  /** The background work. Absent if the agent did not report it, even if there is some. */
  readonly background?: readonly BackgroundWork[];
  readonly meta?: Meta;
}

/** A plan was removed. */
export interface PlanRemovedEvent extends InSession {
  readonly type: "plan_removed";
  readonly planId: string;
}

/** A terminal was created or changed. Absent fields: unchanged. `null`: cleared. */
export interface TerminalEvent extends InSession, WithExtra {
  readonly type: "terminal";
  readonly terminalId: string;
  readonly patch: {
    readonly command?: string | null;
    readonly cwd?: string | null;
    readonly exitStatus?: TerminalExit | null;
    readonly size?: TerminalSize | null;
    readonly capabilities?: Capabilities | null;
    readonly released?: true;
    readonly truncated?: true | null;
  };
  /** Set if the client has just created the terminal, which replaces any with the same id. */
  readonly created?: true;
  /** The new output, which replaces all previous output. */
  readonly output?: TerminalData | null;
  readonly meta?: MetaPatch;
}

/** Output was appended to a terminal. */
export interface TerminalOutputEvent extends InSession {
  readonly type: "terminal_output";
  readonly terminalId: string;
  readonly data: TerminalData;
  /** Set if the client, which runs the command, reported the output. */
  readonly live?: true;
}

/** Output of a terminal: text, or bytes in base64. Each chunk is encoded separately. */
export type TerminalData = { readonly text: string } | { readonly base64: string };

/** A compaction of the context was created or changed. */
export interface CompactionEvent extends InSession, WithExtra {
  readonly type: "compaction";
  readonly compactionId: string;
  readonly status: string;
  readonly summary?: readonly ContentBlock[] | null;
  readonly error?: string | null;
  readonly meta?: MetaPatch;
}

/** A block was appended to the summary of a compaction. */
export interface CompactionSummaryEvent extends InSession {
  readonly type: "compaction_summary";
  readonly compactionId: string;
  readonly content: ContentBlock;
}

/** A plan was replaced. */
export interface PlanEvent extends InSession {
  readonly type: "plan";
  readonly planId: string;
  readonly plan: Omit<Plan, "planId" | "_meta">;
  readonly meta?: MetaPatch;
}
