import type { AcpPatch } from "../commit/patch.js";
import type { AcpState } from "../state/state.js";
import { PatchTree } from "./patchTree.js";

/**
 * Applies the patches of a commit to the state they were made for, and returns the next state. The
 * `inversePatches` of the commit lead back. Both states share everything that did not change.
 *
 * @throws Error if a patch does not fit the state.
 *
 * @example
 * ```ts
 * let mirror = store.getState();
 * store.inspect((record) => {
 *   if (record.type === "commit") mirror = applyAcpPatches(mirror, record.patches);
 * });
 * ```
 */
export function applyAcpPatches(state: AcpState, patches: readonly AcpPatch[]): AcpState {
  if (patches.length === 0) return state;
  const tree = new PatchTree(state);
  for (const patch of patches) tree.apply(patch);
  return tree.snapshot();
}
