import type { ContentBlock, Meta } from "../state/content.js";
import type {
  AvailableCommand,
  ConfigOption,
  MessageRole,
  PermissionOption,
  PermissionReason,
  PlanEntry,
  RequestedToolCall,
  SessionId,
  SessionModes,
  ToolCall,
  TurnError,
  TurnId,
  Usage,
} from "../state/entities.js";
import type { AgentState, UnknownUpdate } from "../state/state.js";

/**
 * A patch of `_meta`: `null` clears all of it, `set` replaces by top-level key, `unset` removes
 * keys. Both protocol versions' rules fit into it.
 */
export type MetaPatch = null | { readonly set: Meta; readonly unset?: readonly string[] };

/** Fields to change. Absent: unchanged. `null`: back to the default. Else: the new value. */
export type ToolCallPatch = {
  readonly [Field in Exclude<
    keyof ToolCall,
    "toolCallId" | "turnId" | "stale" | "_meta"
  >]?: Exclude<ToolCall[Field], undefined> | null;
};

/** What says something about a tool call: its announcement, an update, a permission request. */
export type ToolCallOrigin = "create" | "update" | "permission";

interface InSession {
  readonly sessionId: SessionId;
}

interface ToolCallBody {
  readonly toolCallId: string;
  readonly patch: ToolCallPatch;
  /** Fields that the protocol does not name. */
  readonly extra?: Readonly<Record<string, unknown>>;
  readonly meta?: MetaPatch;
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
}

/** A session was created, loaded or resumed, or more is known of it. */
export interface SessionOpenedEvent extends InSession {
  readonly type: "session_opened";
  readonly cwd?: string;
  readonly modes?: SessionModes;
  readonly configOptions?: readonly ConfigOption[];
}

/** The user closed a session. */
export interface SessionClosedEvent extends InSession {
  readonly type: "session_closed";
}

/** A prompt was sent. */
export interface TurnStartedEvent extends InSession {
  readonly type: "turn_started";
  readonly turnId: TurnId;
  readonly prompt?: readonly ContentBlock[];
}

/** A prompt was answered, or failed. */
export interface TurnEndedEvent extends InSession {
  readonly type: "turn_ended";
  readonly turnId: TurnId;
  readonly stopReason?: string;
  readonly error?: TurnError;
  readonly meta?: Meta;
}

/** The user asked the agent to stop. */
export interface TurnCancelledEvent extends InSession {
  readonly type: "turn_cancelled";
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

/** A plan was replaced. */
export interface PlanEvent extends InSession {
  readonly type: "plan";
  readonly planId: string;
  readonly plan: { readonly type: string; readonly entries?: readonly PlanEntry[] };
  readonly meta?: MetaPatch;
}

/** The agent asks the user. */
export interface PermissionRequestedEvent extends InSession {
  readonly type: "permission_requested";
  readonly permissionId: string;
  readonly requestId?: string | number | null;
  readonly title?: string;
  readonly options: readonly PermissionOption[];
  /** As the request sent it. */
  readonly toolCall?: RequestedToolCall;
  /** The same as a patch of the call itself. */
  readonly subject?: ToolCallBody;
  readonly meta?: Meta;
}

/** A request for permission was answered or has become void. */
export interface PermissionSettledEvent extends InSession {
  readonly type: "permission_settled";
  readonly permissionId: string;
  readonly status: "selected" | "cancelled";
  readonly optionId?: string;
  readonly reason: PermissionReason;
  /** Seen on the wire: it counts even if something else had settled the request. */
  readonly sent?: true;
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
export interface SessionInfoEvent extends InSession {
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
  | ConnectedEvent
  | DisconnectedEvent
  | SessionOpenedEvent
  | SessionClosedEvent
  | TurnStartedEvent
  | TurnEndedEvent
  | TurnCancelledEvent
  | MessageChunkEvent
  | ToolCallEvent
  | PlanEvent
  | PermissionRequestedEvent
  | PermissionSettledEvent
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
