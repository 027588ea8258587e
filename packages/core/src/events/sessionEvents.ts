import type { AgentState } from "../state/agent.js";
import type {
  AvailableCommand,
  ConfigOption,
  Notice,
  SessionModes,
  Usage,
} from "../state/sessionParts.js";
import type { InSession, MetaPatch, WithExtra } from "./eventParts.js";
import type { UnknownUpdate } from "../state/state.js";

// The events of the connection, and of sessions with their settings.

/** The client is connecting to the agent, or sent `initialize`. */
export interface ConnectingEvent {
  readonly type: "connecting";
  /** The number of the attempt to reconnect, from 1. */
  readonly attempt?: number;
}

/** The agent responded to `initialize`. */
export interface ConnectedEvent extends AgentState {
  readonly type: "connected";
  /** The protocol version of the connection. */
  readonly protocolVersion: 1 | 2;
}

/** The connection to the agent was lost or closed. */
export interface DisconnectedEvent {
  readonly type: "disconnected";
  /** The reason the connection was lost or closed. */
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
  /** The reason the agent no longer knows the session. */
  readonly reason: string;
}

/**
 * A session was created, loaded or resumed, or there is more information about it. Absent fields:
 * unchanged.
 */
export interface SessionOpenedEvent extends InSession {
  readonly type: "session_opened";
  /** The working directory, an absolute path. */
  readonly cwd?: string;
  /** Additional working directories, absolute paths. */
  readonly additionalDirectories?: readonly string[];
  /** The modes and the current one. */
  readonly modes?: SessionModes;
  /** The settings with their current values. */
  readonly configOptions?: readonly ConfigOption[];
  /** The slash commands. */
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
  /** Set if the request failed. */
  readonly failed?: true;
}

/** The agent announced its slash commands. */
export interface CommandsEvent extends InSession {
  readonly type: "commands";
  /** The slash commands, which replace all previous ones. */
  readonly commands: readonly AvailableCommand[];
}

/** The session's mode changed. */
export interface ModeEvent extends InSession {
  readonly type: "mode";
  /** The id of the new mode. */
  readonly currentModeId: string;
}

/** The session's settings changed. */
export interface ConfigOptionsEvent extends InSession {
  readonly type: "config_options";
  /** The settings, which replace all previous ones. */
  readonly configOptions: readonly ConfigOption[];
}

/** The session's title or timestamp changed. `null` clears a field. */
export interface SessionInfoEvent extends InSession, WithExtra {
  readonly type: "session_info";
  /** The title for display. */
  readonly title?: string | null;
  /** The time of the last activity, in ISO 8601. */
  readonly updatedAt?: string | null;
  /** The change of the extension data. */
  readonly meta?: MetaPatch;
}

/** The use of the context window or the cost changed. */
export interface UsageEvent extends InSession {
  readonly type: "usage";
  /** The new use and cost. */
  readonly usage: Usage;
}

/** The agent sent information for the user that is not part of the conversation. */
export interface NoticeEvent extends InSession {
  readonly type: "notice";
  /** The information. */
  readonly notice: Notice;
}

/** The agent sent an update of a kind that this version does not know. */
export interface UnknownUpdateEvent extends InSession {
  readonly type: "unknown_update";
  /** The update, as sent. */
  readonly update: UnknownUpdate;
}
