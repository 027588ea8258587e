import type { AcpPatch, PatchPath } from "@acp-store/core";

/** The number of patches that {@link addPatch} looks back. Several texts may stream in turns. */
const LOOK_BACK = 8;

/**
 * Adds a patch to a list. A patch that appends to or replaces the same value as an earlier one is
 * joined with it, if nothing in between depends on their order.
 */
export function addPatch(patches: AcpPatch[], patch: AcpPatch): void {
  if ((patch.op === "append" || patch.op === "replace") && !isListStep(patch.path.at(-1))) {
    const end = Math.max(0, patches.length - LOOK_BACK);
    for (let index = patches.length - 1; index >= end; index--) {
      const earlier = patches[index];
      if (earlier === undefined) break;
      const relation = comparePaths(earlier.path, patch.path);
      if (relation === "same") {
        const joined = joinPatches(earlier, patch);
        if (joined === undefined) break;
        patches[index] = joined;
        return;
      }
      if (relation === "nested" || isListStep(earlier.path.at(-1))) break;
    }
  }
  patches.push(patch);
}

/** Returns whether the last step of a path is a position in a list, which moves other positions. */
function isListStep(step: string | number | undefined): boolean {
  return typeof step === "number" || step === "length";
}

/** Returns whether two paths are the same, one leads through the other, or neither. */
function comparePaths(left: PatchPath, right: PatchPath): "same" | "nested" | "unrelated" {
  const length = Math.min(left.length, right.length);
  // From the end, where paths of one session differ.
  for (let index = length - 1; index >= 0; index--)
    if (left[index] !== right[index]) return "unrelated";
  return left.length === right.length ? "same" : "nested";
}

/** Returns one patch with the effect of two of the same path, if there is one. */
function joinPatches(
  earlier: AcpPatch,
  later: Extract<AcpPatch, { op: "append" | "replace" }> | AcpPatch,
): AcpPatch | undefined {
  if (earlier.op === "remove") return undefined;
  if (later.op === "replace")
    return earlier.op === "append" ? later : { ...earlier, value: later.value };
  if (later.op !== "append") return undefined;
  if (earlier.op === "append")
    return later.dropped === undefined
      ? { ...earlier, value: earlier.value + later.value }
      : undefined;
  if (typeof earlier.value !== "string") return undefined;
  return { ...earlier, value: earlier.value.slice(later.dropped ?? 0) + later.value };
}
