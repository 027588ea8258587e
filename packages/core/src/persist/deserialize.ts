import type * as z from "zod";
import { deepFreeze } from "../commit/immer.js";
import { isObject, type JsonObject } from "../json.js";
import type { EntityMap } from "../state/entityMap.js";
import type { AcpState, Session, TableName } from "../state/state.js";
import { Table } from "../state/table.js";
import { emptySession, emptyState, TABLE_NAMES } from "../state/tree.js";
import { AcpDeserializeError } from "./deserializeError.js";
import { copyJson } from "./copyJson.js";
import { serialized } from "./schemas.js";
import { FORMAT_VERSION } from "./serialize.js";

type Path = readonly (string | number)[];
type Entries = readonly (readonly [string, JsonObject])[];

const OWN_ID: Partial<Record<TableName, string>> = {
  toolCalls: "toolCallId",
  plans: "planId",
  permissions: "permissionId",
  terminals: "terminalId",
  turns: "turnId",
  compactions: "compactionId",
  subagents: "sessionId",
  sessionMessages: "messageId",
};

/**
 * The state that {@link serialize} made plain JSON of, for the `initialState` of a store. Everything
 * is as it was: a permission request that was pending still is, and the same request with the same
 * id, sent again, joins it; another one with that id takes its place. What no longer runs is for `disconnect` to say. Takes the parsed
 * value, not its text; the state shares nothing with it.
 *
 * @throws AcpDeserializeError if the value is not such a state.
 *
 * @example
 * ```ts
 * const saved = localStorage.getItem("acp");
 * const store = createAcpStore(saved === null ? {} : { initialState: deserialize(JSON.parse(saved)) });
 * ```
 */
export function deserialize(json: unknown): AcpState {
  try {
    return read(json);
  } catch (error) {
    if (error instanceof AcpDeserializeError) throw error;
    // It goes round in circles, is nested too deeply, or has getters that throw.
    throw notJson([], `a value that cannot be walked through: ${String(error)}`);
  }
}

function read(json: unknown): AcpState {
  if (typeof json === "string") throw notJson([], "a text: call JSON.parse on it first");
  const value = copyJson(json, refuse);
  if (!isObject(value)) throw invalid([], "Expected an object");
  const { format, version } = value;
  if (format === "acp-store" && version !== undefined && version !== FORMAT_VERSION)
    throw unknownVersion(version);
  const result = serialized.safeParse(value);
  if (!result.success) throw malformed(result.error.issues[0]);
  return stateOf(value["state"] as JsonObject);
}

function refuse(value: unknown, path: Path): never {
  const name = Object.prototype.toString.call(value);
  throw notJson([...path], `a value that JSON does not know: ${name}`);
}

function stateOf({ sessions, connection: _connection, ...root }: JsonObject): AcpState {
  const entries = sessions as Entries;
  const path = ["state", "sessions"];
  return {
    ...emptyState(root["protocolVersion"] as 1 | 2),
    ...(deepFreeze(root) as Partial<AcpState>),
    sessions: tableOf(entries, path, "sessionId", sessionOf),
  };
}

function sessionOf({ timeline, ...rest }: JsonObject, path: Path): Session {
  const sessionId = rest["sessionId"] as string;
  const tables: JsonObject = {};
  for (const name of TABLE_NAMES) {
    const entries = (rest[name] ?? []) as Entries;
    tables[name] = tableOf(entries, [...path, name], OWN_ID[name], (entity, at) => {
      if (name === "permissions" && entity["sessionId"] !== sessionId)
        throw invalid([...at, "sessionId"], `Expected "${sessionId}"`);
      return deepFreeze(entity);
    });
    delete rest[name];
  }
  const fields = deepFreeze({ ...emptySession(sessionId), ...rest });
  return { ...tables, timeline: deepFreeze(timeline), ...fields } as unknown as Session;
}

function tableOf<Value>(
  entries: Entries,
  path: Path,
  ownId: string | undefined,
  read: (value: JsonObject, path: Path) => Value,
): EntityMap<Value> {
  const table = new Table<Value>();
  entries.forEach(([id, value], index) => {
    if (table.has(id)) throw invalid([...path, index, 0], `"${id}" is there twice`);
    if (ownId !== undefined && value[ownId] !== id)
      throw invalid([...path, index, 1, ownId], `Expected "${id}"`);
    table.set(id, read(value, [...path, index, 1]));
  });
  return table.snapshot();
}

function malformed(issue: z.core.$ZodIssue | undefined): AcpDeserializeError {
  return invalid((issue?.path ?? []) as Path, issue?.message ?? "Not understood");
}

function invalid(path: Path, message: string): AcpDeserializeError {
  const place = path.length === 0 ? "the value itself" : `"${path.join(".")}"`;
  return new AcpDeserializeError(
    "invalid",
    path,
    `This is not a serialized state: ${message}, at ${place}. Only what serialize returned can be read.`,
  );
}

function notJson(path: Path, found: string): AcpDeserializeError {
  return new AcpDeserializeError("not_json", path, `Expected plain JSON, but this is ${found}.`);
}

function unknownVersion(version: unknown): AcpDeserializeError {
  return new AcpDeserializeError(
    "unknown_version",
    ["version"],
    `This state was serialized in format version ${JSON.stringify(version)}. This release reads ${FORMAT_VERSION}: update @acp-store/core.`,
  );
}
