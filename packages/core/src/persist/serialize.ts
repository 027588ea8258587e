import {
  ROOT_FIELD_NAMES,
  ROOT_FIELDS,
  ROOT_TABLE_NAMES,
  TABLE_NAMES,
} from "../state/definitions.js";
import type { AcpState } from "../state/state.js";
import type { JsonValue } from "../json.js";
import { copyJson } from "./copyJson.js";

/** The format that `serialize` writes. A release that changes it must still read the older ones. */
export const FORMAT_VERSION = 1;

/** A state as plain JSON. The content of `state` is internal to the store. */
export interface SerializedAcpState {
  /** The marker of a state that {@link serialize} wrote. */
  readonly format: "acp-store";
  /** The version of the format. */
  readonly version: typeof FORMAT_VERSION;
  /** The state as JSON, in a form that only {@link deserialize} reads. */
  readonly state: { readonly [field: string]: JsonValue };
}

/**
 * Returns the state as plain JSON without maps, ready for `JSON.stringify`, `postMessage` or a
 * database. It shares nothing with the state. {@link deserialize} restores the state. `connection`
 * is left out, because a restored state has no connection yet.
 *
 * @example
 * ```ts
 * localStorage.setItem("acp", JSON.stringify(serialize(store.getState())));
 * ```
 */
export function serialize(state: AcpState): SerializedAcpState {
  const sessions = Array.from(state.sessions, ([id, session]) => [
    id,
    { ...session, ...listTables(session, TABLE_NAMES) },
  ]);
  const root: Record<string, unknown> = {
    ...state,
    ...listTables(state, ROOT_TABLE_NAMES),
    sessions,
  };
  for (const field of ROOT_FIELD_NAMES) if (!ROOT_FIELDS[field].isSerialized) delete root[field];
  const json = copyJson(root, replaceLikeJson);
  return {
    format: "acp-store",
    version: FORMAT_VERSION,
    state: json as SerializedAcpState["state"],
  };
}

/** Returns tables as lists of `[id, entity]`, which keep the order of any ids. */
function listTables<Name extends string>(
  source: { readonly [Table in Name]: ReadonlyMap<string, unknown> },
  names: readonly Name[],
): Record<string, [string, unknown][]> {
  return Object.fromEntries(names.map((name) => [name, [...source[name]]]));
}

/** Returns what `JSON.stringify` writes for a value that JSON cannot represent. */
function replaceLikeJson(value: unknown): JsonValue | undefined {
  return value === undefined || typeof value === "number" ? null : undefined;
}
