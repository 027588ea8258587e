import type { AcpState } from "../state/state.js";
import { ROOT_TABLE_NAMES, TABLE_NAMES } from "../state/tables.js";
import { copyJson, type JsonValue } from "./copyJson.js";

/** The format that `serialize` writes. A release that changes it goes on reading the older ones. */
export const FORMAT_VERSION = 1;

/** A state as plain JSON. What is inside of `state` is up to the store. */
export interface SerializedAcpState {
  readonly format: "acp-store";
  readonly version: typeof FORMAT_VERSION;
  readonly state: { readonly [field: string]: JsonValue };
}

/**
 * The state as plain JSON: no maps, nothing shared with the state, ready for `JSON.stringify`,
 * `postMessage` or a database. {@link deserialize} leads back. `connection` is left out: whoever
 * reads the state has none yet.
 *
 * @example
 * ```ts
 * localStorage.setItem("acp", JSON.stringify(serialize(store.getState())));
 * ```
 */
export function serialize(state: AcpState): SerializedAcpState {
  const { sessions, connection: _connection, ...root } = state;
  const entries = Array.from(sessions, ([id, session]) => [id, withoutMaps(session, TABLE_NAMES)]);
  const plainRoot = withoutMaps(root, ROOT_TABLE_NAMES);
  const json = copyJson({ ...plainRoot, sessions: entries }, asJsonDoes);
  return {
    format: "acp-store",
    version: FORMAT_VERSION,
    state: json as SerializedAcpState["state"],
  };
}

/** Replaces tables with lists of `[id, entity]`, which keep the order of any ids. */
function withoutMaps<Name extends string>(
  source: { readonly [Table in Name]: ReadonlyMap<string, unknown> },
  names: readonly Name[],
): object {
  const tables = names.map((name) => [name, [...source[name]]]);
  return { ...source, ...Object.fromEntries(tables) };
}

/** A caller may have handed in what JSON cannot say, such as `undefined` in a list. */
function asJsonDoes(value: unknown): JsonValue | undefined {
  return value === undefined || typeof value === "number" ? null : undefined;
}
