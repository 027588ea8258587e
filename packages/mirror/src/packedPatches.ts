import type { AcpPatch } from "@acp-store/core";

/**
 * A patch on the wire. Consecutive patches mostly change one entity, so each names only the steps of
 * its path in which it differs from the patch before it.
 *
 * ```json
 * [0, ["messages", "m1", "updatedAt"], 1763800000000]
 * [2, ["content", 0, "text"], " world", "append"]
 * ```
 */
export type PackedPatch = readonly [
  /** The number of steps at the start of the path that are those of the patch before. */
  shared: number,
  /** The other steps. */
  steps: AcpPatch["path"],
  /** `null` for `remove`. */
  value: unknown,
  /** Absent: `replace`. */
  op?: "add" | "append" | "remove",
  /** The `index` of an `add`, or the `dropped` of an `append`. */
  detail?: number,
];

/** Packs patches. The first `depth` steps of their paths are left out, because the lane has them. */
export function packPatches(patches: readonly AcpPatch[], depth: number): readonly PackedPatch[] {
  let before: AcpPatch["path"] = [];
  return patches.map((patch) => {
    const { path } = patch;
    const common = countCommonSteps(before, path, depth);
    before = path;
    const steps = path.slice(common);
    const shared = common - depth;
    if (patch.op === "remove") return [shared, steps, null, "remove"];
    if (patch.op === "replace") return [shared, steps, patch.value];
    const detail = patch.op === "append" ? patch.dropped : patch.index;
    if (detail === undefined) return [shared, steps, patch.value, patch.op];
    return [shared, steps, patch.value, patch.op, detail];
  });
}

/** Returns the number of steps, at least `depth`, that two paths have in common. */
function countCommonSteps(a: AcpPatch["path"], b: AcpPatch["path"], depth: number): number {
  let count = depth;
  while (count < a.length && count < b.length && a[count] === b[count]) count++;
  return count;
}

/** Unpacks patches. `base` is the path of their lane. */
export function unpackPatches(
  packed: readonly PackedPatch[],
  base: AcpPatch["path"],
): readonly AcpPatch[] {
  let before = base;
  return packed.map(([shared, steps, value, op, detail]): AcpPatch => {
    const path = before.slice(0, base.length + shared).concat(steps);
    before = path;
    if (op === "remove") return { op, path };
    if (op === "append")
      return { op, path, value: String(value), ...(detail !== undefined && { dropped: detail }) };
    const index = detail === undefined ? {} : { index: detail };
    return { op: op ?? "replace", path, value, ...index };
  });
}

const PACKED_OPS: ReadonlySet<unknown> = new Set([undefined, "add", "append", "remove"]);

/** Returns whether a value of a message is a list of packed patches. */
export function isPackedPatches(value: unknown): value is readonly PackedPatch[] {
  return Array.isArray(value) && value.every(isPackedPatch);
}

function isPackedPatch(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    Number.isSafeInteger(value[0]) &&
    Array.isArray(value[1]) &&
    PACKED_OPS.has(value[3])
  );
}
