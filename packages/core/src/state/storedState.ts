import type { CatalogEntry } from "./catalog.js";
import { ItemList } from "../persistent/itemList.js";
import type { SettingChange, Terminal } from "./sessionParts.js";
import type { SessionId, ToolCall, Turn, TurnId } from "./entities.js";
import type {
  Activity,
  RootTables,
  Session,
  SessionFields,
  SessionTables,
  TableName,
  UnknownFields,
} from "./state.js";

// The stored objects have a few fields more than their public types. The fields are part of the
// state: they are serialized, patched and replayed. The types of this file name them.

/** A tool call with the bookkeeping of the store, from which `phase` follows. */
export interface StoredToolCall extends ToolCall {
  /**
   * Whether the turn, the connection or the replay of the call left it unfinished. The call may still
   * run in the background (version 2). The name is part of the saved format.
   */
  readonly stale?: true;
  /**
   * The id of the newest answered permission request for the call. Absent if there is none, or if the
   * call ran again after it was rejected.
   */
  readonly decidedBy?: string;
}

/** A turn with the bookkeeping of the store. */
export interface StoredTurn extends Turn {
  /**
   * Whether the agent has accepted the prompt (version 2). Only an accepted prompt can be ended by
   * `idle`. `false`: the response to the prompt will report it. Absent: not reported yet.
   */
  readonly accepted?: boolean;
  /** The ids of tool calls that were first seen in another turn and started to run again in this one. */
  readonly reopened?: readonly string[];
  /** The part of the prompt that the agent has echoed. */
  readonly echo?: PromptEcho;
}

/** The part of a prompt that the agent has echoed. */
export interface PromptEcho {
  /** The agent's id of the echoed message. */
  readonly messageId?: string;
  /** The length of the echoed text, in characters of the prompt. */
  readonly length: number;
  /** Set when the echo is complete. Later chunks with its id are new text. */
  readonly whole?: true;
}

/** A terminal with the bookkeeping of the store. */
export interface StoredTerminal extends Terminal {
  /** The first bytes of a character that is not complete yet, in base64. */
  readonly partial?: string;
  /**
   * Set when the client reports the output as it is produced (`reportTerminal`). The output of a
   * `terminal/output` response is already part of it.
   */
  readonly live?: true;
}

/** A change of a setting with the bookkeeping of the store. */
export interface StoredSettingChange extends SettingChange {
  /** The value that the agent confirmed last. Absent if it has not sent any. */
  readonly confirmed?: string | boolean;
  /** The requests without a response, the oldest first. The last one has the value that is shown. */
  readonly requests: readonly SettingRequest[];
}

/** A request to change a setting. */
export interface SettingRequest {
  /** The JSON-RPC id of the request, with its type. */
  readonly requestId: string;
  /** The requested value. */
  readonly value: string | boolean;
}

/** The fields of a session with the bookkeeping of the store. */
export interface StoredSessionFields extends SessionFields {
  readonly settingChanges: readonly StoredSettingChange[];
  /**
   * The activity that `activity` hides: the one the agent reported last while it is `cancelling`
   * (version 2), or the one without the pending requests while it is `requires_action` (version 1).
   */
  readonly reported?: Activity;
  /** Set while the transcript of a replay arrives. New entities are marked as `replayed`. */
  readonly replayBegun?: true;
  /** The ids of the plans, the most recently updated last. */
  readonly recentPlans: readonly string[];
  /** The fields and tables that a newer release has saved, by name. Tables are lists of entries. */
  readonly unknownFields?: UnknownFields;
}

/** The entity tables of a session with the bookkeeping of the store. */
export interface StoredTables extends Omit<SessionTables, "toolCalls" | "turns" | "terminals"> {
  readonly toolCalls: ReadonlyMap<string, StoredToolCall>;
  readonly turns: ReadonlyMap<TurnId, StoredTurn>;
  readonly terminals: ReadonlyMap<string, StoredTerminal>;
}

/** A catalog entry with the bookkeeping of the store. */
export interface StoredCatalogEntry extends CatalogEntry {
  /**
   * The agent's `updatedAt` that the user has seen. Absent after activity in this store, which
   * changes `updatedAt` by itself: the next report then counts as seen.
   */
  readonly seenUpdatedAt?: string;
}

/** The entity tables at the top of the state with the bookkeeping of the store. */
export interface StoredRootTables extends Omit<RootTables, "catalog"> {
  readonly catalog: ReadonlyMap<SessionId, StoredCatalogEntry>;
}

/** The entity that a table stores. */
export type StoredEntityOf<Name extends TableName> =
  StoredTables[Name] extends ReadonlyMap<string, infer Entity> ? Entity & object : never;

/** The name of a stored session field. */
export type StoredSessionField = Exclude<keyof StoredSessionFields, "sessionId">;

/**
 * The fields of a session record. An absent field is `undefined`, so that all records have one
 * shape: reading a field of objects with several shapes is slower. Lists that change item by item are
 * not arrays, which would have to be copied for each item.
 */
export type SessionRecordFields = Pick<StoredSessionFields, "sessionId"> & {
  readonly [Field in StoredSessionField]: Field extends StoredListField
    ? ItemList<StoredSessionFields[Field][number]>
    : StoredSessionFields[Field];
};

/** Returns a field of a session record with the type that it has in the state. */
export function valueOfField<Field extends StoredSessionField>(
  fields: SessionRecordFields,
  field: Field,
): StoredSessionFields[Field] {
  const value: unknown = fields[field];
  return (value instanceof ItemList ? value.value() : value) as StoredSessionFields[Field];
}

/** A session with the bookkeeping of the store. */
export interface StoredSession extends StoredSessionFields, StoredTables {
  readonly timeline: Session["timeline"];
}

/** The name of a session field whose items are added and removed one by one. */
export type StoredListField =
  | "notices"
  | "openTurns"
  | "pendingPermissions"
  | "queue"
  | "recentPlans"
  | "unknownUpdates";

/** Returns a session with its bookkeeping, which every session of a state has. */
export function storedSession(session: Session): StoredSession {
  return session as StoredSession;
}
