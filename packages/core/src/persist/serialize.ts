import { AcpSessionError } from "../errors.js";
import { ROOT_FIELD_NAMES, ROOT_FIELDS } from "../state/definitions.js";
import { ROOT_TABLE_NAMES } from "../state/tables.js";
import type { SessionId } from "../state/entities.js";
import type { AcpState } from "../state/state.js";
import { toSavedSession } from "../state/savedSession.js";
import type { JsonValue } from "../json.js";
import { copyJson } from "./copyJson.js";

/**
 * The format that `serialize` writes. `deserialize` also reads the older ones. Version 1 has no `phase`
 * of tool calls.
 */
export const FORMAT_VERSION = 2;

/** A state as plain JSON. The content of `state` is internal to the store. */
export interface SerializedAcpState {
  /** The marker of a state that {@link serialize} or {@link serializeSession} wrote. */
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
  const { unknownFields, ...known } = state;
  const tables = ROOT_TABLE_NAMES.map((name) => [name, [...state[name]]]);
  const sessions = Array.from(state.sessions, ([id, session]) => {
    const { unknownFields: unknownOfSession, ...saved } = toSavedSession(session);
    return [id, { ...unknownOfSession, ...saved }];
  });
  const root: Record<string, unknown> = {
    ...unknownFields,
    ...known,
    ...Object.fromEntries(tables),
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

/**
 * Returns one session as plain JSON, in the format of {@link serialize}: a state with only this
 * session, its catalog entry and its requests for input. {@link deserialize} reads it, for
 * `store.restoreSession`. The patches of the session can be applied to the result of
 * {@link deserialize} with `applyAcpPatches`.
 *
 * @throws AcpSessionError if the state has no session with this id.
 *
 * @example
 * ```ts
 * localStorage.setItem(`acp/${sessionId}`, JSON.stringify(serializeSession(store.getState(), sessionId)));
 * ```
 */
export function serializeSession(state: AcpState, sessionId: SessionId): SerializedAcpState {
  const session = state.sessions.get(sessionId);
  if (session === undefined)
    throw new AcpSessionError(
      "unknown_session",
      sessionId,
      `The state has no session "${sessionId}". Pass the id of a session in state.sessions.`,
    );
  const entry = state.catalog.get(sessionId);
  const elicitations = [...state.elicitations].filter(([, one]) => one.sessionId === sessionId);
  const ids = new Set(elicitations.map(([id]) => id));
  return serialize({
    ...state,
    sessions: new Map([[sessionId, session]]),
    catalog: new Map(entry && [[sessionId, entry]]),
    elicitations: new Map(elicitations),
    pendingElicitations: state.pendingElicitations.filter((id) => ids.has(id)),
  });
}

/** Returns what `JSON.stringify` writes for a value that JSON cannot represent. */
function replaceLikeJson(value: unknown): JsonValue | undefined {
  return value === undefined || typeof value === "number" ? null : undefined;
}
