import type { AcpPatch, AcpState, StateField } from "@acp-store/core";
import { getPatchTarget } from "@acp-store/core/replica";

/** Decides whether a mirror may see a session. */
export type Sees = (sessionId: string) => boolean;

/**
 * Returns an entity in the form in which mirrors may see it, or the entity itself. `state` is the state of the
 * store that has the entity.
 */
export type RedactEntity = (
  entity: object,
  place: {
    /** The name of the table, such as `toolCalls`. */
    readonly table: string;
    /** The key of the entity. */
    readonly id: string;
    /** The session of the table. Absent for a table at the top of the state. */
    readonly sessionId?: string;
  },
  state: AcpState,
) => object;

/** Returns the value of a table or field at the top of the state without the hidden sessions. */
type HideSessions = (state: AcpState, sees: Sees) => readonly unknown[];

/** The tables and fields at the top of the state that name sessions. */
const NAMING_SESSIONS: Readonly<Record<StateField, HideSessions | undefined>> = {
  catalog: (state, sees) => [...state.catalog].filter(([id]) => sees(id)),
  elicitations: (state, sees) =>
    [...state.elicitations].filter(([id]) => isElicitationVisible(state, sees, id)),
  pendingElicitations: (state, sees) =>
    state.pendingElicitations.filter((id) => isElicitationVisible(state, sees, id)),
  agent: undefined,
  connection: undefined,
  protocolVersion: undefined,
  unknownFields: undefined,
};

function isElicitationVisible(state: AcpState, sees: Sees, id: string): boolean {
  const sessionId = state.elicitations.get(id)?.sessionId;
  return sessionId === undefined || sees(sessionId);
}

/** Returns the part of root patches that a mirror may see. `state` is the state after them. */
export function visiblePatches(
  patches: readonly AcpPatch[],
  state: AcpState,
  sees: Sees,
): readonly AcpPatch[] {
  const visible: AcpPatch[] = [];
  const refilled = new Map<StateField, HideSessions>();
  for (const patch of patches) {
    const target = getPatchTarget(patch.path);
    if (target.sessionId !== undefined) {
      if (sees(target.sessionId)) visible.push(patch);
      continue;
    }
    const name = target.kind === "state" ? target.field : target.table;
    const hideSessions = NAMING_SESSIONS[name];
    if (hideSessions === undefined) visible.push(patch);
    else refilled.set(name, hideSessions);
  }
  // Positions in a table or list differ if entries are hidden, so that the whole table is sent.
  for (const [name, hideSessions] of refilled)
    visible.push({ op: "replace", path: [name], value: hideSessions(state, sees) });
  return visible;
}
