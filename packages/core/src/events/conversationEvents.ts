import type {
  BackgroundWork,
  SessionMessage,
  Subagent,
  TerminalExit,
  TerminalSize,
} from "../state/sessionParts.js";
import type {
  Capabilities,
  EntityTimes,
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
  /** The id of the child session. */
  readonly childSessionId: SessionId;
  /** The fields to change, including those that the protocol does not define. */
  readonly patch: EntityPatch<Omit<Subagent, "sessionId" | "startedAt" | "endedAt" | "_meta">>;
  /** The change of the extension data. */
  readonly meta?: MetaPatch;
}

/** A message between sessions was created or changed. `null` clears a field. */
export interface SessionMessageEvent extends InSession {
  readonly type: "session_message";
  /** The agent's id of the message, unique in this session. */
  readonly messageId: string;
  /** The fields to change, including those that the protocol does not define. */
  readonly patch: EntityPatch<Omit<SessionMessage, "messageId" | "_meta">>;
  /** The change of the extension data. */
  readonly meta?: MetaPatch;
}

/** A block was appended to a message between sessions. */
export interface SessionMessageChunkEvent extends InSession {
  readonly type: "session_message_chunk";
  /** The agent's id of the message, unique in this session. */
  readonly messageId: string;
  /** The block to append. */
  readonly content: ContentBlock;
}

/** The client sent a prompt. */
export interface TurnStartedEvent extends InSession {
  readonly type: "turn_started";
  /** The store's id of the new turn. */
  readonly turnId: TurnId;
  /** Set if the store observed the request, so that it will observe the response too. */
  readonly observed?: true;
  /** The content blocks of the prompt. Absent if they are unknown. */
  readonly prompt?: readonly ContentBlock[];
  /** The content blocks to show in place of those that are sent. */
  readonly display?: readonly ContentBlock[];
  /** The earlier turn whose prompt is sent again. */
  readonly retryOf?: TurnId;
}

/** The client sent a message into the running turn. */
export interface PromptSteeredEvent extends InSession {
  readonly type: "prompt_steered";
  /** The store's id of the message. */
  readonly steeringId: string;
  /** The content blocks of the message. */
  readonly prompt: readonly ContentBlock[];
  /** The content blocks to show in place of those that are sent. */
  readonly display?: readonly ContentBlock[];
}

/** The agent responded to a message that was sent into a running turn, or did not take it. */
export interface SteeringSettledEvent extends InSession {
  readonly type: "steering_settled";
  /** The store's id of the message. */
  readonly steeringId: string;
  /**
   * The outcome of the message. `prompt_required`: no turn was running, so the message is removed, and the
   * client sends it as a prompt.
   */
  readonly outcome: "injected" | "started_turn" | "prompt_required" | "failed";
  /** The store's id of the turn that the message started. */
  readonly turnId?: TurnId;
}

/** The agent responded to a prompt, or the prompt failed. */
export interface TurnEndedEvent extends InSession {
  readonly type: "turn_ended";
  /** The turn that ended. */
  readonly turnId: TurnId;
  /** The reason that the turn ended, such as `end_turn`. */
  readonly stopReason?: string;
  /** The error, if the turn failed. */
  readonly error?: TurnError;
  /** The tokens that the turn used. */
  readonly usage?: TokenUsage;
  /** Extension data. */
  readonly meta?: Meta;
}

/** The user asked the agent to cancel its work. */
export interface TurnCancelledEvent extends InSession {
  readonly type: "turn_cancelled";
}

/** The agent did not confirm a cancel in time: the cancelled turns end without it. */
export interface CancelTimedOutEvent extends InSession {
  readonly type: "cancel_timed_out";
}

/** The user queued a prompt that will be sent after the turns before it. */
export interface PromptQueuedEvent extends InSession {
  readonly type: "prompt_queued";
  /** The store's id of the queued prompt. */
  readonly id: string;
  /** The content blocks of the prompt. */
  readonly prompt: readonly ContentBlock[];
  /** The content blocks to show in place of those that are sent. */
  readonly display?: readonly ContentBlock[];
}

/** The user replaced the content of a queued prompt. */
export interface QueuedPromptEditedEvent extends InSession {
  readonly type: "queued_prompt_edited";
  /** The store's id of the queued prompt. */
  readonly id: string;
  /** The new content blocks of the prompt. */
  readonly prompt: readonly ContentBlock[];
  /** The new content blocks to show in place of those that are sent. */
  readonly display?: readonly ContentBlock[];
}

/** The user moved a queued prompt to another position. */
export interface QueuedPromptMovedEvent extends InSession {
  readonly type: "queued_prompt_moved";
  /** The store's id of the queued prompt. */
  readonly id: string;
  /** The new position, from 0. */
  readonly index: number;
}

/** The user started to edit a queued prompt, or stopped. */
export interface QueuedPromptHeldEvent extends InSession {
  readonly type: "queued_prompt_held";
  /** The store's id of the queued prompt. */
  readonly id: string;
  /** Whether the prompt is held. */
  readonly held: boolean;
}

/** A queued prompt was removed by the user, or is now being sent. */
export interface PromptUnqueuedEvent extends InSession {
  readonly type: "prompt_unqueued";
  /** The store's id of the queued prompt. */
  readonly id: string;
}

/** The user released the queue, so that its prompts can be sent. */
export interface QueueReleasedEvent extends InSession {
  readonly type: "queue_released";
}

/** A chunk of a message. */
export interface MessageChunkEvent extends InSession {
  readonly type: "message_chunk";
  /** The author. */
  readonly role: MessageRole;
  /** The agent's id of the message. Absent if the agent sent none. */
  readonly messageId?: string;
  /** The block to append. */
  readonly content: ContentBlock;
  /** The change of the extension data. */
  readonly meta?: MetaPatch;
}

/** A tool call was announced or updated. */
export interface ToolCallEvent extends InSession, ToolCallBody {
  readonly type: "tool_call";
  /** The kind of message that described the call. */
  readonly origin: ToolCallOrigin;
}

/** An item was appended to the content of a tool call. */
export interface ToolCallContentEvent extends InSession {
  readonly type: "tool_call_content";
  /** The agent's id of the call. */
  readonly toolCallId: string;
  /** The item to append. */
  readonly item: ToolCallContent;
}

/** A message was created or changed. Absent `content`: unchanged. `null`: cleared. */
export interface MessageEvent extends InSession, WithExtra {
  readonly type: "message";
  /** The author. */
  readonly role: MessageRole;
  /** The agent's id of the message. */
  readonly messageId: string;
  /** The content blocks, which replace all previous ones. */
  readonly content?: readonly ContentBlock[] | null;
  /** The change of the extension data. */
  readonly meta?: MetaPatch;
}

/** The agent added a prompt to the conversation under this message id (version 2). */
export interface PromptAcceptedEvent extends InSession {
  readonly type: "prompt_accepted";
  /** The turn that the prompt started. */
  readonly turnId: TurnId;
  /** The agent's id of the user's message. Absent if the response is malformed. */
  readonly messageId?: string;
}

/** The agent reported its activity (version 2). */
export interface ActivityEvent extends InSession {
  readonly type: "activity";
  /** `running`, `requires_action`, `idle`, or a state that this version does not know. */
  readonly state: string;
  /** The reason that the last turn ended, when `idle`. */
  readonly stopReason?: string;
  /** The error of the last turn, when `idle`. */
  readonly error?: TurnError;
  /** The tokens that the last turn used, when `idle`. */
  readonly usage?: TokenUsage;
  /** The background work. Absent if the agent did not report it, even if there is some. */
  readonly background?: readonly BackgroundWork[];
  /** Extension data. */
  readonly meta?: Meta;
}

/** A plan was removed. */
export interface PlanRemovedEvent extends InSession {
  readonly type: "plan_removed";
  /** The agent's id of the plan. */
  readonly planId: string;
}

/** A terminal was created or changed. Absent fields: unchanged. `null`: cleared. */
export interface TerminalEvent extends InSession, WithExtra {
  readonly type: "terminal";
  /** The id of the terminal. */
  readonly terminalId: string;
  /** The fields to change. */
  readonly patch: {
    /** The command line, for display. */
    readonly command?: string | null;
    /** The working directory of the command. */
    readonly cwd?: string | null;
    /** The exit status. */
    readonly exitStatus?: TerminalExit | null;
    /** The size in character cells. */
    readonly size?: TerminalSize | null;
    /** The controls that the agent offers for the terminal. */
    readonly capabilities?: Capabilities | null;
    /** Set if the client has released the terminal. */
    readonly released?: true;
    /** Set if the client kept only the end of the output. */
    readonly truncated?: true | null;
  };
  /** Set if the client has just created the terminal, which replaces any with the same id. */
  readonly created?: true;
  /** The new output, which replaces all previous output. */
  readonly output?: TerminalData | null;
  /** The change of the extension data. */
  readonly meta?: MetaPatch;
}

/** Output was appended to a terminal. */
export interface TerminalOutputEvent extends InSession {
  readonly type: "terminal_output";
  /** The id of the terminal. */
  readonly terminalId: string;
  /** The output to append. */
  readonly data: TerminalData;
  /** Set if the client, which runs the command, reported the output. */
  readonly live?: true;
}

/** Output of a terminal: text, or bytes in base64. Each chunk is encoded separately. */
export type TerminalData = { readonly text: string } | { readonly base64: string };

/** A compaction of the context was created or changed. */
export interface CompactionEvent extends InSession, WithExtra {
  readonly type: "compaction";
  /** The agent's id of the compaction. */
  readonly compactionId: string;
  /** The progress of the compaction. */
  readonly status: string;
  /** The content blocks of the summary. Absent: unchanged. `null`: cleared. */
  readonly summary?: readonly ContentBlock[] | null;
  /** A description of the error. Absent: unchanged. `null`: cleared. */
  readonly error?: string | null;
  /** The change of the extension data. */
  readonly meta?: MetaPatch;
}

/** A block was appended to the summary of a compaction. */
export interface CompactionSummaryEvent extends InSession {
  readonly type: "compaction_summary";
  /** The agent's id of the compaction. */
  readonly compactionId: string;
  /** The block to append. */
  readonly content: ContentBlock;
}

/** A plan was replaced. */
export interface PlanEvent extends InSession {
  readonly type: "plan";
  /** The agent's id of the plan. `main` in version 1. */
  readonly planId: string;
  /** The new plan. */
  readonly plan: Omit<Plan, "planId" | "_meta" | keyof EntityTimes>;
  /** The change of the extension data. */
  readonly meta?: MetaPatch;
}

/** An event that is part of a transcript. */
export type TranscriptEvent =
  | MessageChunkEvent
  | MessageEvent
  | ToolCallEvent
  | ToolCallContentEvent
  | PlanEvent
  | PlanRemovedEvent
  | TerminalEvent
  | TerminalOutputEvent
  | CompactionEvent
  | CompactionSummaryEvent
  | SubagentEvent
  | SessionMessageEvent
  | SessionMessageChunkEvent;
