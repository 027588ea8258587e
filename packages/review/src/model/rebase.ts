import { diffLines } from "@acp-store/core/diff";
import { withLines } from "./fileReview.js";
import { mergeTexts } from "./merge.js";
import { type FileVersion, isSameVersion } from "./version.js";

/**
 * Applies the change from one version to another to a third one, as `git cherry-pick` does. Returns
 * `undefined` if they conflict.
 */
export function rebaseVersion(
  from: FileVersion,
  to: FileVersion,
  onto: FileVersion,
): FileVersion | undefined {
  if (isSameVersion(from, to)) return onto;
  if (isSameVersion(onto, from)) return to;
  if (isSameVersion(onto, to)) return onto;
  if (from?.kind !== "text" || to?.kind !== "text" || onto?.kind !== "text") return undefined;
  const { lines, conflicts } = mergeTexts(
    from.lines,
    { lines: onto.lines, changes: diffLines(from.lines, onto.lines) },
    { lines: to.lines, changes: diffLines(from.lines, to.lines) },
  );
  if (conflicts.length > 0) return undefined;
  // There are two modes, so both sides cannot have changed it to different ones.
  return { ...withLines(onto, lines), mode: from.mode === to.mode ? onto.mode : to.mode };
}
