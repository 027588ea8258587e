import { ItemList } from "../persistent/itemList.js";
import type { SettingChange } from "./sessionSettings.js";
import type { Activity, Session, SessionFields, UnknownFields } from "./state.js";
import type { StoredTables } from "./tables.js";

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
