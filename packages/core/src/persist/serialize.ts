import type { AcpState, Session } from "../state/state.js";
import { TABLE_NAMES } from "../state/tree.js";
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
  const entries = Array.from(sessions, ([id, session]) => [id, withoutMaps(session)]);
  const json = copyJson({ ...root, sessions: entries }, asJsonDoes);
  return {
    format: "acp-store",
    version: FORMAT_VERSION,
    state: json as SerializedAcpState["state"],
  };
}

/** Tables become lists of `[id, entity]`, which keep the order of any ids. */
function withoutMaps(session: Session): object {
  const tables = TABLE_NAMES.map((name) => [name, [...session[name]]]);
  return { ...session, ...Object.fromEntries(tables) };
}

/** A caller may have handed in what JSON cannot say, such as `undefined` in a list. */
function asJsonDoes(value: unknown): JsonValue | undefined {
  return value === undefined || typeof value === "number" ? null : undefined;
}
