import type { HistoryEntry } from "../../history/entry.js";
import { isObject } from "../../json.js";
import { updateIn, updateKindIn } from "../../messageNames.js";
import type { PanelSource } from "../model/source.js";
import { parentPaths, visitFields } from "./fieldPaths.js";

/** The capabilities of an agent, and the parts of the protocol that it uses. */
export interface Features {
  readonly agent: string | undefined;
  /** The values in the response to `initialize`, by path. */
  readonly capabilities: ReadonlyMap<string, string>;
  /** The number of messages from the agent, by name. */
  readonly messages: ReadonlyMap<string, number>;
  /** The number of messages with a field, by the name of the message and the path of the field. */
  readonly fields: ReadonlyMap<string, ReadonlyMap<string, number>>;
}

/** A value that differs between two logs. `undefined`: absent. */
export interface FeatureDifference {
  readonly name: string;
  readonly left: string | undefined;
  readonly right: string | undefined;
}

export interface FeatureDifferences {
  readonly capabilities: readonly FeatureDifference[];
  readonly messages: readonly FeatureDifference[];
  readonly fields: readonly FeatureDifference[];
}

/** The name of the message with the capabilities, whose fields are compared with their values. */
const INITIALIZED = "initialize response";

/** Finds the features of a log in one pass over its messages. */
export function findFeatures({ history, digest }: PanelSource): Features {
  const messages = new Map<string, number>();
  const fields = new Map<string, Map<string, number>>();
  const seen = new Set<object>();
  let initialized: unknown;
  for (const entry of history.entries()) {
    const { frame } = entry;
    if (frame?.dir !== "recv" || seen.has(frame)) continue;
    seen.add(frame);
    const name = digest.nameOf(entry) ?? "";
    messages.set(name, (messages.get(name) ?? 0) + 1);
    if (name === INITIALIZED) {
      initialized ??= payloadOf(entry);
      continue;
    }
    const counts = fields.get(name) ?? new Map<string, number>();
    fields.set(name, counts);
    const paths = new Set<string>();
    visitFields(payloadOf(entry), (path) => paths.add(path));
    for (const path of paths) counts.set(path, (counts.get(path) ?? 0) + 1);
  }
  return { ...findCapabilities(initialized), messages, fields };
}

/** Returns the part of a message that its name describes: an update, params, or a result. */
function payloadOf({ frame }: HistoryEntry): unknown {
  const msg = frame?.msg;
  if (!isObject(msg)) return undefined;
  if (updateKindIn(msg) !== undefined) return updateIn(msg);
  return msg["params"] ?? msg["result"] ?? msg["error"];
}

/** The fields of the response with the name and version of the agent: version 1, then version 2. */
const INFO_FIELDS = ["agentInfo", "info"] as const;

function findCapabilities(result: unknown): Pick<Features, "agent" | "capabilities"> {
  const capabilities = new Map<string, string>();
  if (!isObject(result)) return { agent: undefined, capabilities };
  const info = INFO_FIELDS.map((field) => result[field]).find(isObject);
  const names = info && [info["title"] ?? info["name"], info["version"]];
  for (const [key, value] of Object.entries(result))
    if (!INFO_FIELDS.some((field) => field === key)) addValues(value, key, capabilities);
  const agent = names?.filter((part) => typeof part === "string").join(" ");
  return { agent: agent === "" ? undefined : agent, capabilities };
}

/** Records the values of an object by their paths. An item of a list is known by its id or name. */
function addValues(value: unknown, path: string, values: Map<string, string>): void {
  if (Array.isArray(value)) {
    for (const item of value) {
      const id = isObject(item) ? (item["id"] ?? item["name"]) : item;
      values.set(`${path}[${typeof id === "string" ? id : JSON.stringify(id)}]`, "yes");
    }
    return;
  }
  if (!isObject(value)) {
    values.set(path, JSON.stringify(value) ?? "");
    return;
  }
  values.set(path, "yes");
  for (const [key, inner] of Object.entries(value)) addValues(inner, `${path}.${key}`, values);
}

/**
 * Compares the features of two logs. Fields are compared only for messages that both agents send. The
 * fields of an object that only one side has are left out.
 */
export function compareFeatures(left: Features, right: Features): FeatureDifferences {
  const shared = [...left.fields.keys()].filter((name) => right.fields.has(name));
  return {
    capabilities: withoutInner(compareMaps(left.capabilities, right.capabilities)),
    messages: compareMaps(left.messages, right.messages).filter(isOneSided),
    fields: shared.flatMap((name) => {
      const fields = compareMaps(left.fields.get(name), right.fields.get(name));
      return withoutInner(fields.filter(isOneSided)).map((field) => ({
        ...field,
        name: `${name}.${field.name}`,
      }));
    }),
  };
}

/** Leaves out the values inside an object that only one side has. */
function withoutInner(differences: readonly FeatureDifference[]): FeatureDifference[] {
  const found = new Set(differences.filter(isOneSided).map(({ name }) => name));
  return differences.filter(({ name }) => !parentPaths(name).some((path) => found.has(path)));
}

function isOneSided({ left, right }: FeatureDifference): boolean {
  return left === undefined || right === undefined;
}

/** Returns the values that differ, by name. */
function compareMaps(
  left: ReadonlyMap<string, string | number> = new Map(),
  right: ReadonlyMap<string, string | number> = new Map(),
): FeatureDifference[] {
  return [...new Set([...left.keys(), ...right.keys()])]
    .filter((name) => left.get(name) !== right.get(name))
    .toSorted()
    .map((name) => ({
      name,
      left: left.get(name)?.toString(),
      right: right.get(name)?.toString(),
    }));
}
