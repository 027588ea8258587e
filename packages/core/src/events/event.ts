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
 * A patch of `_meta`: `null` clears all of it, `set` replaces by top-level key, `unset` removes
 * keys. Both protocol versions' rules fit into it.
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

/** What says something about a tool call: its announcement, an update, a permission request. */
export type ToolCallOrigin = "create" | "update" | "permission";

interface InSession {
  readonly sessionId: SessionId;
}

interface WithExtra {
  /** Fields that the protocol does not name. */
  readonly extra?: Readonly<Record<string, unknown>>;
}

interface ToolCallBody extends WithExtra {
  readonly toolCallId: string;
  readonly patch: ToolCallPatch;
  readonly meta?: MetaPatch;
}

/** A connection to the agent is being made, or `initialize` was sent. */
export interface ConnectingEvent {
  readonly type: "connecting";
  /** Which try to come back it is, from 1. */
  readonly attempt?: number;
}

/** The agent answered `initialize`. */
export interface ConnectedEvent extends AgentState {
  readonly type: "connected";
  readonly protocolVersion: 1 | 2;
}

/** The connection is gone. */
export interface DisconnectedEvent {
  readonly type: "disconnected";
  readonly reason?: string;
  /** It will be tried again. */
  readonly retry?: Retry;
}

/** The next try to come back. */
export interface Retry {
  /** Which one it will be, from 1. */
  readonly attempt: number;
  /** In how many ms it begins. */
  readonly retryIn: number;
}

/** The agent does not know a session any more. */
export interface SessionDetachedEvent extends InSession {
  readonly type: "session_detached";
  readonly reason: string;
}

/** A session was created, loaded or resumed, or more is known of it. */
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

/** The agent was asked to send the transcript again: `session/load`, or a resume from the start. */
export interface ReplayStartedEvent extends InSession {
  readonly type: "replay_started";
}

/** The agent has answered that. Some agents send the transcript only now. */
export interface ReplayEndedEvent extends InSession {
  readonly type: "replay_ended";
  readonly failed?: true;
}

/** A child session was announced, or its parent says more about it. `null` clears. */
export interface SubagentEvent extends InSession {
  readonly type: "subagent";
  readonly childSessionId: SessionId;
  /** The fields to change, including those that the protocol does not define. */
  readonly patch: EntityPatch<Omit<Subagent, "sessionId" | "_meta">>;
  readonly meta?: MetaPatch;
}

/** A message between sessions was created or changed. `null` clears. */
export interface SessionMessageEvent extends InSession {
  readonly type: "session_message";
  readonly messageId: string;
  /** The fields to change, including those that the protocol does not define. */
  readonly patch: EntityPatch<Omit<SessionMessage, "messageId" | "_meta">>;
  readonly meta?: MetaPatch;
}

/** A block was added to a message between sessions. */
export interface SessionMessageChunkEvent extends InSession {
  readonly type: "session_message_chunk";
  readonly messageId: string;
  readonly content: ContentBlock;
}

/** A prompt was sent. */
export interface TurnStartedEvent extends InSession {
  readonly type: "turn_started";
  readonly turnId: TurnId;
  /** Its request was seen, so its answer will be as well. */
  readonly observed?: true;
  readonly prompt?: readonly ContentBlock[];
}

/** A prompt was answered, or failed. */
export interface TurnEndedEvent extends InSession {
  readonly type: "turn_ended";
  readonly turnId: TurnId;
  readonly stopReason?: string;
  readonly error?: TurnError;
  readonly usage?: TokenUsage;
  readonly meta?: Meta;
}

/** The user asked the agent to stop. */
export interface TurnCancelledEvent extends InSession {
  readonly type: "turn_cancelled";
}

/** The user wrote a prompt that is to be sent when the turns before it are over. */
export interface PromptQueuedEvent extends InSession {
  readonly type: "prompt_queued";
  readonly id: string;
  readonly prompt: readonly ContentBlock[];
}

/** A queued prompt was removed by the user, or is being sent. */
export interface PromptUnqueuedEvent extends InSession {
  readonly type: "prompt_unqueued";
  readonly id: string;
}

/** The user wants what is queued to be sent after all. */
export interface QueueReleasedEvent extends InSession {
  readonly type: "queue_released";
}

/** A piece of a message. */
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

/** An item was added to the content of a tool call. */
export interface ToolCallContentEvent extends InSession {
  readonly type: "tool_call_content";
  readonly toolCallId: string;
  readonly item: ToolCallContent;
}

/** A message was created or changed. Absent content: unchanged. `null`: cleared. */
export interface MessageEvent extends InSession, WithExtra {
  readonly type: "message";
  readonly role: MessageRole;
  readonly messageId: string;
  readonly content?: readonly ContentBlock[] | null;
  readonly meta?: MetaPatch;
}

/** The agent took a prompt into the conversation, under this message id (version 2). */
export interface PromptAcceptedEvent extends InSession {
  readonly type: "prompt_accepted";
  readonly turnId: TurnId;
  readonly messageId: string;
}

/** The agent said what it is doing (version 2). */
export interface ActivityEvent extends InSession {
  readonly type: "activity";
  /** `running`, `requires_action`, `idle`, or a state that is not known. */
  readonly state: string;
  readonly stopReason?: string;
  readonly error?: TurnError;
  readonly usage?: TokenUsage;
  /** Absent: not reported, which is not to say that there is none. */
  readonly background?: readonly BackgroundWork[];
  readonly meta?: Meta;
}

/** A plan was taken back. */
export interface PlanRemovedEvent extends InSession {
  readonly type: "plan_removed";
  readonly planId: string;
}

/** A terminal was created or changed. Absent: unchanged. `null`: cleared. */
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
  /** The client has just created it: an earlier one of this id is gone. */
  readonly created?: true;
  /** Replaces all output: text, or base64. */
  readonly output?: TerminalData | null;
  readonly meta?: MetaPatch;
}

/** Output was added to a terminal. `live`: by the client, which runs the command. */
export interface TerminalOutputEvent extends InSession {
  readonly type: "terminal_output";
  readonly terminalId: string;
  readonly data: TerminalData;
  readonly live?: true;
}

/** Output of a terminal: text, or bytes in base64, each piece encoded on its own. */
export type TerminalData = { readonly text: string } | { readonly base64: string };

/** Information for the user that is not part of the conversation. */
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

/** A block was added to the summary of a compaction. */
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

/** The agent asks the user. */
export interface PermissionRequestedEvent extends InSession, WithExtra {
  readonly type: "permission_requested";
  readonly permissionId: string;
  readonly requestId?: string | number | null;
  readonly title?: string;
  readonly options: readonly PermissionOption[];
  /** As the request sent it. */
  readonly toolCall?: RequestedToolCall;
  /** Version 2: what is asked about, as sent. */
  readonly subject?: PermissionSubject;
  readonly description?: string;
  /**
   * What it says about the call itself. `fill`: only what a known call lacks (version 1, where
   * agents send other values here). `patch`: like any update.
   */
  readonly call?: ToolCallBody & { readonly rule: "fill" | "patch" };
  readonly meta?: Meta;
}

/** A request for permission was answered or has become void. */
export interface PermissionSettledEvent extends InSession {
  readonly type: "permission_settled";
  readonly permissionId: string;
  readonly status: "selected" | "cancelled";
  readonly optionId?: string;
  readonly reason: SettledReason;
  /** Of a policy's answer: what it goes by. */
  readonly rule?: string;
  /** Seen on the wire: it counts even if something else had settled the request. */
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

/** The agent asks for input. */
export interface ElicitationRequestedEvent {
  readonly type: "elicitation_requested";
  readonly elicitationId: string;
  readonly requestId?: string | number | null;
  readonly sessionId?: SessionId;
  /** As sent, without the session. */
  readonly request: ElicitationRequest;
}

/** A request for input was answered or has become void. */
export interface ElicitationSettledEvent {
  readonly type: "elicitation_settled";
  readonly elicitationId: string;
  readonly status: "accepted" | "declined" | "cancelled";
  readonly reason: SettledReason;
  readonly content?: Readonly<Record<string, unknown>>;
  /** Seen on the wire: it counts even if something else had settled the request. */
  readonly sent?: true;
}

/** The agent says that a page the user was sent to is done. */
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

/** The session's title or timestamp changed; `null` clears. */
export interface SessionInfoEvent extends InSession, WithExtra {
  readonly type: "session_info";
  readonly title?: string | null;
  readonly updatedAt?: string | null;
  readonly meta?: MetaPatch;
}

/** Context window and cost changed. */
export interface UsageEvent extends InSession {
  readonly type: "usage";
  readonly usage: Usage;
}

/** An update of a kind this version does not know. */
export interface UnknownUpdateEvent extends InSession {
  readonly type: "unknown_update";
  readonly update: UnknownUpdate;
}

/** What can happen, in the one language that both protocol versions translate into. */
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

/** The events that belong to a session. */
export type SessionEventBody = Extract<AcpEventBody, { sessionId: SessionId }>;

/** An event with its time, in ms of the store's clock. The state is a fold over these. */
export type AcpEvent = AcpEventBody & { readonly at: number };

/** The event of one type. */
export type EventOf<Type extends AcpEventBody["type"]> = Extract<AcpEvent, { type: Type }>;
