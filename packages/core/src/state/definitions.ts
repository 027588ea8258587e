import type { RootField } from "./state.js";
import type { StoredSessionField, StoredSessionFields } from "./storedState.js";
import { keysOf } from "./tables.js";

// One entry per field. Serialization, replays, closing and patches follow these entries and those of
// `tables.ts`. The schemas that validate a serialized state are in persist/, so that a store that
// never deserializes does not bundle them.

/** The value of each session field about which nothing is known yet. */
export const EMPTY_FIELDS: {
  readonly [Field in StoredSessionField]: StoredSessionFields[Field];
} = {
  cwd: undefined,
  additionalDirectories: undefined,
  mcpServers: undefined,
  activity: "idle",
  reported: undefined,
  parentSessionId: undefined,
  forkedFrom: undefined,
  continuedFrom: undefined,
  replaying: undefined,
  replayBegun: undefined,
  openTurns: [],
  pendingPermissions: [],
  queue: [],
  queueHeld: undefined,
  detached: undefined,
  writtenFiles: undefined,
  background: [],
  info: {},
  commands: [],
  configOptions: [],
  modes: undefined,
  models: undefined,
  settingChanges: [],
  usage: undefined,
  usageTotals: undefined,
  recentPlans: [],
  notices: [],
  unknownUpdates: [],
  lastActivityAt: undefined,
  _meta: undefined,
  updateMeta: undefined,
  dropped: undefined,
  restored: undefined,
  unknownFields: undefined,
  closed: undefined,
};

/** The session fields that closing keeps. Any other field is reset. */
export const FIELDS_KEPT_BY_CLOSING: ReadonlySet<StoredSessionField> = new Set([
  "cwd",
  "forkedFrom",
  "continuedFrom",
  "info",
  "usageTotals",
]);

/** The properties of a field at the top of the state that the store needs to know. */
export interface RootFieldDefinition {
  /** Whether `serialize` writes the field. */
  readonly isSerialized: boolean;
}

/** The fields at the top of the state. */
export const ROOT_FIELDS: Readonly<Record<RootField, RootFieldDefinition>> = {
  protocolVersion: { isSerialized: true },
  agent: { isSerialized: true },
  pendingElicitations: { isSerialized: true },
  // A state that is read later has no connection yet.
  connection: { isSerialized: false },
  // Its fields are written as fields of the state.
  unknownFields: { isSerialized: false },
};

/** The names of the session fields. */
export const SESSION_FIELD_NAMES: readonly StoredSessionField[] = keysOf(EMPTY_FIELDS);

/** The names of the fields at the top of the state. */
export const ROOT_FIELD_NAMES: readonly RootField[] = keysOf(ROOT_FIELDS);

/** Returns whether a step of a patch path names a session field. */
export function isSessionFieldName(step: string | number): step is StoredSessionField {
  return Object.hasOwn(EMPTY_FIELDS, step);
}

/** Returns whether a step of a patch path names a field at the top of the state. */
export function isRootFieldName(step: string | number | undefined): step is RootField {
  return step !== undefined && Object.hasOwn(ROOT_FIELDS, step);
}
