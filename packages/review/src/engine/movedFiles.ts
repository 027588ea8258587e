import { ABSENT } from "./contents.js";
import type { ReviewedFile } from "./reviewState.js";

/** The rows with an old path, so that a row keeps its reference. */
const movedRows = new WeakMap<ReviewedFile, ReviewedFile>();

/** Returns the files, of which those that were moved without a change have their old paths. */
export function addOldPaths(
  files: ReadonlyMap<string, ReviewedFile>,
): ReadonlyMap<string, ReviewedFile> {
  const deleted = new Map<string, string[]>();
  for (const { path, change, base } of files.values()) {
    if (change !== "delete") continue;
    const paths = deleted.get(base);
    if (paths === undefined) deleted.set(base, [path]);
    else paths.push(path);
  }
  if (deleted.size === 0) return new Map(files);
  return new Map(
    Array.from(files, ([path, file]) => {
      const isAdded = file.change === "add" && file.current !== ABSENT;
      const oldPath = isAdded ? deleted.get(file.current)?.shift() : undefined;
      return [path, oldPath === undefined ? file : withOldPath(file, oldPath)];
    }),
  );
}

function withOldPath(file: ReviewedFile, oldPath: string): ReviewedFile {
  const known = movedRows.get(file);
  if (known?.oldPath === oldPath) return known;
  const moved = { ...file, oldPath };
  movedRows.set(file, moved);
  return moved;
}
