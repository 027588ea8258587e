import type { AcpPatch, AcpState } from "@acp-store/core";

/** Decides whether a mirror may see a session. */
export type Sees = (sessionId: string) => boolean;

/** Returns an entity in the form in which mirrors may see it, or the entity itself. */
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
) => object;

type RootEntries = readonly (readonly [string, object])[];

/** Returns the part of a root batch that a mirror may see. `state` is the state after the batch. */
export function visiblePatches(
  patches: readonly AcpPatch[],
  state: AcpState,
  sees: Sees,
): readonly AcpPatch[] {
  const visible: AcpPatch[] = [];
  const refilled = new Set<"catalog" | "elicitations" | "pendingElicitations">();
  for (const patch of patches) {
    const [top, id] = patch.path;
    if (top === "sessions") {
      if (sees(String(id))) visible.push(patch);
    } else if (top === "catalog" || top === "elicitations" || top === "pendingElicitations")
      refilled.add(top);
    else visible.push(patch);
  }
  // Positions in a table or list differ if entries are hidden, so that the whole table is sent.
  for (const name of refilled)
    visible.push({ op: "replace", path: [name], value: visibleRoot(state, name, sees) });
  return visible;
}

/** Returns a table or list at the top of the state without the sessions that are hidden. */
export function visibleRoot(
  state: AcpState,
  name: "catalog" | "elicitations" | "pendingElicitations",
  sees: Sees,
): RootEntries | readonly string[] {
  if (name === "catalog") return [...state.catalog].filter(([id]) => sees(id));
  const isVisible = (id: string): boolean => {
    const sessionId = state.elicitations.get(id)?.sessionId;
    return sessionId === undefined || sees(sessionId);
  };
  if (name === "pendingElicitations") return state.pendingElicitations.filter(isVisible);
  return [...state.elicitations].filter(([id]) => isVisible(id));
}
