import type { JsonValue } from "../json.js";
import type { AgentState, AuthAccount, AuthStep } from "../state/agent.js";
import type { CatalogEntry, SessionOrigin } from "../state/catalog.js";
import type { Meta } from "../state/content.js";
import type { SessionId, TurnError } from "../state/entities.js";
import type {
  AvailableCommand,
  Notice,
  SessionMcpServer,
  Usage,
  WrittenFile,
} from "../state/sessionParts.js";
import type {
  ConfigOption,
  SessionModels,
  SessionModes,
  SettingChange,
} from "../state/sessionSettings.js";
import type { Elicitation } from "../state/requests.js";
import type { InSession, MetaPatch, WithExtra } from "./eventParts.js";
import type { UnknownUpdate } from "../state/state.js";
import type { SavedSession } from "../state/savedSession.js";

// The events of the connection, and of sessions with their settings.

/** The client is connecting to the agent, or sent `initialize`. */
export interface ConnectingEvent {
  readonly type: "connecting";
  /** The number of the attempt to reconnect, from 1. */
  readonly attempt?: number;
}

/** The agent responded to `initialize`. */
export interface ConnectedEvent extends Omit<AgentState, "auth"> {
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
  /** Set if the application closed the connection. */
  readonly parked?: true;
}

/** The next attempt to reconnect. */
export interface Retry {
  /** The number of the attempt, from 1. */
  readonly attempt: number;
  /** The delay until the attempt, in ms. */
  readonly retryIn: number;
}

/** The client signed in or out, or the agent refused a request because nobody is signed in. */
export interface AuthEvent {
  readonly type: "auth";
  /** The new step, without the accounts, which only the agent reports. */
  readonly auth: AuthStep;
}

/** The agent reported whether the user is signed in: `auth/status` or `auth/status_update`. */
export interface AuthReportedEvent {
  readonly type: "auth_reported";
  /** The state, as sent. */
  readonly state: string;
  /** The accounts of the agent. */
  readonly accounts: readonly AuthAccount[];
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
  /** The MCP servers of the request, without their secrets. */
  readonly mcpServers?: readonly SessionMcpServer[];
  /** The modes and the current one. */
  readonly modes?: SessionModes;
  /** The models and the current one. */
  readonly models?: SessionModels;
  /** The settings with their current values. */
  readonly configOptions?: readonly ConfigOption[];
  /** The slash commands. */
  readonly commands?: readonly AvailableCommand[];
  /** The extension data of the agent's response. */
  readonly meta?: Meta;
  /** The session that this one was forked from. */
  readonly forkedFrom?: SessionId;
  /** The session of another agent that this one continues. */
  readonly continuedFrom?: SessionOrigin;
  /** Set if the request was only sent: the agent has not confirmed that the session exists. */
  readonly requested?: true;
}

/** The agent listed a page of its sessions. */
export interface SessionsListedEvent {
  readonly type: "sessions_listed";
  /** The sessions of the page. */
  readonly sessions: readonly ListedSession[];
  /**
   * The ids of this page and all pages before it. Absent if a page before it was not observed, so
   * that nothing can be said about sessions that are not listed.
   */
  readonly listedIds?: readonly SessionId[];
  /** The cursor of the next page. Absent: this is the last one. */
  readonly nextCursor?: string;
  /** The working directory that the listing was limited to. */
  readonly cwd?: string;
  /** The archived sessions that were requested: `exclude`, `include` or `only`. */
  readonly archived: string;
}

/** A session as the agent lists it. Absent fields: unchanged. */
export type ListedSession = Pick<
  CatalogEntry,
  "sessionId" | "cwd" | "additionalDirectories" | "title" | "updatedAt" | "archived" | "_meta"
>;

/** The agent gave a session, which may not be open, a new title. */
export interface SessionTitledEvent extends InSession {
  readonly type: "session_titled";
  /** The title for display. */
  readonly title: string;
}

/** The agent archived a session, or restored it from the archive. */
export interface SessionArchivedEvent extends InSession {
  readonly type: "session_archived";
  /** Whether the session is archived now. */
  readonly archived: boolean;
}

/** The agent deleted a session. */
export interface SessionDeletedEvent extends InSession {
  readonly type: "session_deleted";
}

/** The user has seen what is new in a session. */
export interface SessionReadEvent extends InSession {
  readonly type: "session_read";
}

/** The application put a saved session into the store. */
export interface SessionRestoredEvent extends InSession {
  readonly type: "session_restored";
  /**
   * The session as it was saved, in a form that only the store reads.
   * @internal
   */
  readonly session: SavedSession;
  /** The catalog entry of the session. The store keeps its own entry if it has one. */
  readonly entry?: CatalogEntry;
  /** The requests for input that belong to the session. */
  readonly elicitations: readonly Elicitation[];
}

/** The application added the sessions of a saved catalog, without their content. */
export interface CatalogRestoredEvent {
  readonly type: "catalog_restored";
  /** The entries. The store keeps its own entry of a session if it has one. */
  readonly entries: readonly CatalogEntry[];
}

/** The user closed a session. */
export interface SessionClosedEvent extends InSession {
  readonly type: "session_closed";
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

/** The client asked the agent to change a setting. */
export interface SettingRequestedEvent
  extends InSession,
    Pick<SettingChange, "setting" | "configId" | "value"> {
  readonly type: "setting_requested";
  /** The JSON-RPC id of the request, with its type. */
  readonly requestId: string;
}

/** The agent accepted the change of a setting. */
export interface SettingConfirmedEvent extends InSession {
  readonly type: "setting_confirmed";
  /** The JSON-RPC id of the request, with its type. */
  readonly requestId: string;
  /** The settings in the response, which replace all previous ones. */
  readonly configOptions?: readonly ConfigOption[];
}

/** The agent refused the change of a setting. */
export interface SettingRefusedEvent extends InSession {
  readonly type: "setting_refused";
  /** The JSON-RPC id of the request, with its type. */
  readonly requestId: string;
  /** The reason. */
  readonly error: TurnError;
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
  readonly notice: Omit<Notice, "position" | "count">;
}

/** A notification, or an update that has no entity, came with extension data. */
export interface UpdateMetaEvent extends InSession {
  readonly type: "update_meta";
  /** The kind of update, or `session/update` for the notification itself. */
  readonly source: string;
  /** The extension data, which replaces the previous data from this source. */
  readonly meta: Meta;
}

/** The agent wrote a file through the client (`fs/write_text_file`). */
export interface FileWrittenEvent extends InSession, WrittenFile {
  readonly type: "file_written";
}

/** The application added a row to the timeline, or changed it. */
export interface ApplicationRowEvent extends InSession {
  readonly type: "application_row";
  /** The id of the row. */
  readonly rowId: string;
  /** The new content of the row. */
  readonly data: JsonValue;
}

/** The application removed a row from the timeline. */
export interface ApplicationRowRemovedEvent extends InSession {
  readonly type: "application_row_removed";
  /** The id of the row. */
  readonly rowId: string;
}

/** The agent sent an update of a kind that this version does not know. */
export interface UnknownUpdateEvent extends InSession {
  readonly type: "unknown_update";
  /** The update, as sent. */
  readonly update: UnknownUpdate;
}
