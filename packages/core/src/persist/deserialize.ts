import { isObject, type JsonObject, ownField } from "../json.js";
import { deepFreeze } from "../persistent/freeze.js";
import { resolveLazy } from "../persistent/entityMap.js";
import { ItemList } from "../persistent/itemList.js";
import { ListBuffer } from "../persistent/listBuffer.js";
import { PagedTable } from "../persistent/pagedTable.js";
import { DECIDED_BY_POLICY } from "../state/indexKeys.js";
import { ROOT_FIELD_NAMES, ROOT_FIELDS, SESSION_FIELD_NAMES } from "../state/definitions.js";
import { ROOT_TABLE_NAMES, TABLE_NAMES, type TimelineItem } from "../state/tables.js";
import type { EntityTable } from "../state/entityTable.js";
import { newestAnswerOf, phaseOf } from "../state/phaseOf.js";
import { emptySession, SessionRecord, toRecordField } from "../state/sessionRecord.js";
import type { AcpState, Session, UnknownFields } from "../state/state.js";
import { emptyState } from "../state/emptyState.js";
import { type RootRecordFields, StateTree } from "../state/stateTree.js";
import type { SessionRecordFields } from "../state/storedState.js";
import type { Writable } from "../state/writable.js";
import { guardOf } from "../wire/guard.js";
import { WITH_MESSAGES } from "../wire/schema.js";
import { copyJson } from "./copyJson.js";
import { AcpDeserializeError } from "./deserializeError.js";
import { serializedSchema } from "./schemas.js";
import { FORMAT_VERSION } from "./serialize.js";

type StatePath = readonly (string | number)[];
type Entries = readonly (readonly [string, JsonObject])[];

/**
 * Returns the state from which {@link serialize} or {@link serializeSession} made plain JSON. To
 * continue its sessions with an agent, pass it to `store.restoreSession`, which ends what was running
 * when they were saved. As the `initialState` of a store it is the same state again: open turns are
 * open and pending requests are pending. Takes the parsed value, not its text, and shares nothing with
 * it.
 *
 * @throws AcpDeserializeError if the value is not such a state.
 *
 * @example
 * ```ts
 * const store = createAcpStore();
 * const saved = localStorage.getItem("acp");
 * if (saved !== null) store.restoreSession(deserialize(JSON.parse(saved)));
 * ```
 */
export function deserialize(json: unknown): AcpState {
  try {
    return restoreState(readSerializedState(json));
  } catch (error) {
    if (error instanceof AcpDeserializeError) throw error;
    // The value has getters that throw.
    throw notJson([], `a value that cannot be read: ${String(error)}`);
  }
}

/** A serialized state whose format, version and schema were checked. */
interface CheckedState {
  readonly version: number;
  readonly state: JsonObject;
}

function readSerializedState(json: unknown): CheckedState {
  if (typeof json === "string") throw notJson([], "text: call JSON.parse on it first");
  const value = copyJson(json, rejectValue);
  if (!isObject(value)) throw invalid([], "Expected an object");
  const { format, version, state } = value;
  if (format === "acp-store" && version !== undefined && !isKnownVersion(version))
    throw unknownVersion(version);
  // The guard is many times as fast as a parse. Only zod explains what is wrong.
  const isSerialized = guardOf(serializedSchema);
  if (!isSerialized(value) || !isObject(state) || !isKnownVersion(version))
    throw schemaMismatch(value);
  return { version, state };
}

function isKnownVersion(version: unknown): version is number {
  return version === 1 || version === FORMAT_VERSION;
}

function rejectValue(value: unknown, path: StatePath): never {
  const name = Object.prototype.toString.call(value);
  throw notJson([...path], `a value that JSON cannot represent: ${name}`);
}

// The schema has checked the values below, so they have the types of the state.

function restoreState({ version, state }: CheckedState): AcpState {
  const tree = new StateTree(emptyState(1));
  const root: Writable<RootRecordFields> = { ...tree.root };
  for (const field of ROOT_FIELD_NAMES) {
    if (ROOT_FIELDS[field].isSerialized) copyDefined(root, state, field);
  }
  for (const name of ROOT_TABLE_NAMES) fillTable(tree.tables[name], state[name], ["state", name]);
  root.pendingElicitations = ItemList.of(pendingIds(tree.tables.elicitations));
  const unknownFields = fieldsExcept(state, KNOWN_ROOT_NAMES);
  if (unknownFields !== undefined) root.unknownFields = unknownFields;
  tree.root = root;
  tree.touch();
  return deepFreeze({
    ...tree.snapshot(),
    sessions: readSessions(version, state["sessions"] as Entries),
  });
}

function readSessions(version: number, entries: Entries): ReadonlyMap<string, Session> {
  const sessions = new PagedTable<Session>();
  entries.forEach(([id, session], index) => {
    const path = ["state", "sessions", index];
    if (sessions.has(id)) throw duplicateKey(id, path);
    if (session["sessionId"] !== id) throw wrongId(id, [...path, 1, "sessionId"]);
    sessions.set(id, readSession(version, id, session, [...path, 1]));
  });
  return sessions.snapshot();
}

/** Reads a session. Fields and tables that a later release has written are kept unchanged. */
function readSession(version: number, id: string, session: JsonObject, path: StatePath): Session {
  const fields: Writable<SessionRecordFields> = emptySession(id);
  for (const field of SESSION_FIELD_NAMES) {
    const value = ownField(session, field);
    if (value !== undefined) Reflect.set(fields, field, toRecordField(field, deepFreeze(value)));
  }
  fields.unknownFields = fieldsExcept(session, KNOWN_SESSION_NAMES);
  const record = new SessionRecord(id, fields);
  record.timeline = ListBuffer.of(session["timeline"] as readonly TimelineItem[]);
  for (const name of TABLE_NAMES) fillTable(record.tables[name], session[name], [...path, name]);
  const pendingPermissions = ItemList.of(pendingIds(record.tables.permissions));
  record.fields = { ...record.fields, pendingPermissions };
  addPhases(record, version);
  return resolveLazy(record.snapshot());
}

/**
 * Sets the phases, which version 1 of the format does not have, and an edited state could have wrongly.
 * No policy decides the pending requests, because it runs in the store that has asked it.
 */
function addPhases(record: SessionRecord, version: number): void {
  const { permissions, toolCalls } = record.tables;
  for (const id of [...permissions.idsWith(DECIDED_BY_POLICY)]) {
    const permission = permissions.get(id);
    if (permission === undefined) continue;
    const { policyPending: _policyPending, ...asked } = permission;
    permissions.set(id, deepFreeze(asked));
  }
  for (const [id, call] of toolCalls.snapshot()) {
    const decidedBy = version === 1 ? newestAnswerOf(record, id) : call.decidedBy;
    const decided = decidedBy === undefined ? call : { ...call, decidedBy };
    toolCalls.set(id, deepFreeze({ ...decided, phase: phaseOf(record, decided) }));
  }
}

const KNOWN_ROOT_NAMES = new Set<string>([...ROOT_FIELD_NAMES, ...ROOT_TABLE_NAMES, "sessions"]);
const KNOWN_SESSION_NAMES = new Set<string>([
  ...SESSION_FIELD_NAMES,
  ...TABLE_NAMES,
  "sessionId",
  "timeline",
]);

/** Returns the fields of an object that have other names. `undefined` if there are none. */
function fieldsExcept(object: JsonObject, names: ReadonlySet<string>): UnknownFields | undefined {
  const others = Object.entries(object).filter(([name]) => !names.has(name));
  return others.length === 0 ? undefined : Object.fromEntries(others);
}

/** Fills a table. A state of an older release may lack the table. */
function fillTable(table: EntityTable<object>, entries: unknown = [], path: StatePath): void {
  const { idField } = table.definition;
  (entries as Entries).forEach(([id, entity], index) => {
    if (table.has(id)) throw duplicateKey(id, [...path, index]);
    if (idField !== undefined && entity[idField] !== id)
      throw wrongId(id, [...path, index, 1, idField]);
    if (table.name === "permissions" && entity["sessionId"] !== table.sessionId)
      throw wrongId(String(table.sessionId), [...path, index, 1, "sessionId"]);
    table.set(id, entity);
  });
}

/** Returns the ids of the pending requests, which an edited state could list wrongly. */
function pendingIds(table: EntityTable<{ readonly status: string }>): readonly string[] {
  const ids = [...table.snapshot()].flatMap(([id, { status }]) =>
    status === "pending" ? [id] : [],
  );
  return deepFreeze(ids);
}

function copyDefined(target: object, source: JsonObject, field: string): void {
  const value = ownField(source, field);
  if (value !== undefined) Reflect.set(target, field, value);
}

function duplicateKey(id: string, path: StatePath): AcpDeserializeError {
  return invalid([...path, 0], `Duplicate key "${id}"`);
}

function wrongId(id: string, path: StatePath): AcpDeserializeError {
  return invalid(path, `Expected "${id}"`);
}

function schemaMismatch(value: unknown): AcpDeserializeError {
  const issue = serializedSchema.safeParse(value, WITH_MESSAGES).error?.issues[0];
  return invalid((issue?.path ?? []) as StatePath, issue?.message ?? "Invalid value");
}

function invalid(path: StatePath, message: string): AcpDeserializeError {
  const location = path.length === 0 ? "the value itself" : `"${path.join(".")}"`;
  return new AcpDeserializeError(
    "invalid",
    path,
    `This is not a serialized state: ${message}, at ${location}. Pass a value that serialize returned.`,
  );
}

function notJson(path: StatePath, found: string): AcpDeserializeError {
  return new AcpDeserializeError("not_json", path, `Expected plain JSON, but this is ${found}.`);
}

function unknownVersion(version: unknown): AcpDeserializeError {
  return new AcpDeserializeError(
    "unknown_version",
    ["version"],
    `This state was serialized in format version ${JSON.stringify(version)}. This release reads version ${FORMAT_VERSION}. Update @acp-store/core.`,
  );
}
