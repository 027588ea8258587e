import { TABLE_NAMES, type TableName, type StoredEntityOf } from "./tables.js";
import type { Session } from "./state.js";
import { storedSession, type StoredSession } from "./storedState.js";

/** A session as plain JSON: each table is a list of `[id, entity]`, which keeps the order of any ids. */
export type SavedSession = Omit<StoredSession, TableName> & {
  readonly [Name in TableName]: readonly (readonly [string, StoredEntityOf<Name>])[];
};

/** Returns a session as plain JSON, which shares its entities with the state. */
export function toSavedSession(session: Session): SavedSession {
  const tables = TABLE_NAMES.map((name) => [name, [...session[name]]]);
  return { ...storedSession(session), ...Object.fromEntries(tables) };
}
