import type { ContentBlock, Meta, ToolCallContent } from "../state/content.js";
import type {
  AvailableCommand,
  BackgroundWork,
  ConfigOption,
  Notice,
  SessionMessage,
  SessionModes,
  Subagent,
  TerminalExit,
  TerminalSize,
  Usage,
} from "../state/sessionParts.js";
import type {
  Capabilities,
  MessageRole,
  Plan,
  SessionId,
  TokenUsage,
  ToolCall,
  TurnError,
  TurnId,
} from "../state/entities.js";
import type {
  Elicitation,
  PermissionOption,
  SettledReason,
  PermissionSubject,
  RequestedToolCall,
} from "../state/requests.js";
import type { AgentState } from "../state/agent.js";
import type { UnknownUpdate } from "../state/state.js";

/**
 * A patch of `_meta`: `null` clears it, `set` replaces top-level keys, `unset` removes top-level
 * keys. It can express the rules of both protocol versions.
 */
export type MetaPatch = null | { readonly set: Meta; readonly unset?: readonly string[] };

/** The fields of an entity to change. Absent: unchanged. `null`: reset to the default. */
export type EntityPatch<Entity> = {
  readonly [Field in keyof Entity]?: Exclude<Entity[Field], undefined> | null;
};

/** The fields of a tool call to change. */
export type ToolCallPatch = EntityPatch<
  Omit<ToolCall, "toolCallId" | "turnId" | "stale" | "_meta">
>;

/** The message that describes a tool call: its announcement, an update, or a permission request. */
export type ToolCallOrigin = "create" | "update" | "permission";

interface InSession {
  readonly sessionId: SessionId;
}

interface WithExtra {
  /** The fields that the protocol does not define. */
  readonly extra?: Readonly<Record<string, unknown>>;
}

interface ToolCallBody extends WithExtra {
  readonly toolCallId: string;
  readonly patch: ToolCallPatch;
  readonly meta?: MetaPatch;
}

/** The client is connecting to the agent, or sent `initialize`. */
export interface ConnectingEvent {
  readonly type: "connecting";
  /** The number of the attempt to reconnect, from 1. */
  readonly attempt?: number;
}

/** The agent responded to `initialize`. */
export interface ConnectedEvent extends AgentState {
  readonly type: "connected";
  readonly protocolVersion: 1 | 2;
}

/** The connection to the agent was lost or closed. */
export interface DisconnectedEvent {
  readonly type: "disconnected";
  readonly reason?: string;
  /** Set if the client will try to reconnect. */
  readonly retry?: Retry;
}

/** The next attempt to reconnect. */
export interface Retry {
  /** The number of the attempt, from 1. */
  readonly attempt: number;
  /** The delay until the attempt, in ms. */
  readonly retryIn: number;
}

/** The agent no longer knows a session. */
export interface SessionDetachedEvent extends InSession {
  readonly type: "session_detached";
  readonly reason: string;
}

/** A session was created, loaded or resumed, or there is more information about it. */
export interface SessionOpenedEvent extends InSession {
  readonly type: "session_opened";
  readonly cwd?: string;
  readonly additionalDirectories?: readonly string[];
  readonly modes?: SessionModes;
  readonly configOptions?: readonly ConfigOption[];
  readonly commands?: readonly AvailableCommand[];
}

/** The user closed a session. */
export interface SessionClosedEvent extends InSession {
  readonly type: "session_closed";
}

/** The client asked the agent to replay the transcript: `session/load`, or a resume from the start. */
export interface ReplayStartedEvent extends InSession {
  readonly type: "replay_started";
}

/** The agent responded to the request for a replay. Some agents replay only after it. */
export interface ReplayEndedEvent extends InSession {
  readonly type: "replay_ended";
  readonly failed?: true;
}

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

/** The agent sent information for the user that is not part of the conversation. */
export interface NoticeEvent extends InSession {
  readonly type: "notice";
  readonly notice: Notice;
}

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

/** The agent requested permission. */
export interface PermissionRequestedEvent extends InSession, WithExtra {
  readonly type: "permission_requested";
  readonly permissionId: string;
  readonly requestId?: string | number | null;
  readonly title?: string;
  readonly options: readonly PermissionOption[];
  /** The tool call as the request sent it. */
  readonly toolCall?: RequestedToolCall;
  /** The subject as the request sent it (version 2). */
  readonly subject?: PermissionSubject;
  readonly description?: string;
  /**
   * The change of the tool call itself. With the rule `fill`, it only sets fields that a known call
   * lacks, because version 1 agents send other values here. With `patch`, it applies like any update.
   */
  readonly call?: ToolCallBody & { readonly rule: "fill" | "patch" };
  readonly meta?: Meta;
}

/** A permission request was answered or cancelled. */
export interface PermissionSettledEvent extends InSession {
  readonly type: "permission_settled";
  readonly permissionId: string;
  readonly status: "selected" | "cancelled";
  readonly optionId?: string;
  readonly reason: SettledReason;
  /** The rule behind a policy's answer, for the user to see. */
  readonly rule?: string;
  /** Set if the response was observed on the wire. It then replaces any earlier outcome. */
  readonly sent?: true;
}

/** A request for input: the fields of an elicitation that the agent provides. */
export type ElicitationRequest = Pick<
  Elicitation,
  | "mode"
  | "message"
  | "requestedSchema"
  | "url"
  | "urlElicitationId"
  | "toolCallId"
  | "scopeRequestId"
  | "_meta"
>;

/** The agent requested input. */
export interface ElicitationRequestedEvent {
  readonly type: "elicitation_requested";
  readonly elicitationId: string;
  readonly requestId?: string | number | null;
  readonly sessionId?: SessionId;
  /** The request as sent, without the session. */
  readonly request: ElicitationRequest;
}

/** A request for input was answered or cancelled. */
export interface ElicitationSettledEvent {
  readonly type: "elicitation_settled";
  readonly elicitationId: string;
  readonly status: "accepted" | "declined" | "cancelled";
  readonly reason: SettledReason;
  readonly content?: Readonly<Record<string, unknown>>;
  /** Set if the response was observed on the wire. It then replaces any earlier outcome. */
  readonly sent?: true;
}

/** The user has completed the page of an elicitation, as the agent reported. */
export interface ElicitationCompletedEvent {
  readonly type: "elicitation_completed";
  /** The agent's id of the page. */
  readonly urlElicitationId: string;
}

/** The agent announced its slash commands. */
export interface CommandsEvent extends InSession {
  readonly type: "commands";
  readonly commands: readonly AvailableCommand[];
}

/** The session's mode changed. */
export interface ModeEvent extends InSession {
  readonly type: "mode";
  readonly currentModeId: string;
}

/** The session's settings changed. */
export interface ConfigOptionsEvent extends InSession {
  readonly type: "config_options";
  readonly configOptions: readonly ConfigOption[];
}

/** The session's title or timestamp changed. `null` clears a field. */
export interface SessionInfoEvent extends InSession, WithExtra {
  readonly type: "session_info";
  readonly title?: string | null;
  readonly updatedAt?: string | null;
  readonly meta?: MetaPatch;
}

/** The use of the context window or the cost changed. */
export interface UsageEvent extends InSession {
  readonly type: "usage";
  readonly usage: Usage;
}

/** The agent sent an update of a kind that this version does not know. */
export interface UnknownUpdateEvent extends InSession {
  readonly type: "unknown_update";
  readonly update: UnknownUpdate;
}

/** Everything that changes the state. Both protocol versions translate into these events. */
export type AcpEventBody =
  | ConnectingEvent
  | ConnectedEvent
  | DisconnectedEvent
  | SessionOpenedEvent
  | SessionClosedEvent
  | SessionDetachedEvent
  | ReplayStartedEvent
  | ReplayEndedEvent
  | SubagentEvent
  | SessionMessageEvent
  | SessionMessageChunkEvent
  | TurnStartedEvent
  | TurnEndedEvent
  | TurnCancelledEvent
  | PromptQueuedEvent
  | PromptUnqueuedEvent
  | QueueReleasedEvent
  | MessageChunkEvent
  | ToolCallEvent
  | ToolCallContentEvent
  | MessageEvent
  | PromptAcceptedEvent
  | ActivityEvent
  | PlanEvent
  | PlanRemovedEvent
  | TerminalEvent
  | TerminalOutputEvent
  | NoticeEvent
  | CompactionEvent
  | CompactionSummaryEvent
  | PermissionRequestedEvent
  | PermissionSettledEvent
  | ElicitationRequestedEvent
  | ElicitationSettledEvent
  | ElicitationCompletedEvent
  | CommandsEvent
  | ModeEvent
  | ConfigOptionsEvent
  | SessionInfoEvent
  | UsageEvent
  | UnknownUpdateEvent;

/** An event that belongs to a session. */
export type SessionEventBody = Extract<AcpEventBody, { sessionId: SessionId }>;

/** An event with its time, in ms of the store's clock. The state is a fold over events. */
export type AcpEvent = AcpEventBody & { readonly at: number };

/** The event of one type. */
export type EventOf<Type extends AcpEventBody["type"]> = Extract<AcpEvent, { type: Type }>;
