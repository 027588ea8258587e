import { isObject, type JsonObject } from "../json.js";
import type { Lose } from "./conversion.js";
import { type GitFilePatch, gitPath, type Hunk, readGitPatch } from "./gitPatch.js";

/**
 * Converts a version 2 diff into version 1 diffs, one for each file, with the text before and after
 * that the patch contains. Version 1 cannot express a change without text.
 */
export function diffsOfPatch(item: JsonObject, index: number, lose: Lose): JsonObject[] {
  const { changes, patch, ...rest } = item;
  const list = changes as readonly unknown[];
  const files = parsePatchFiles(patch);
  return list.flatMap((change, position) => {
    const path = ["content", index, "changes", position];
    const { diffs, isWhole } = diffsOf(change, fileOf(files, list, position));
    if (diffs.length === 0) lose("unsupported", ...path);
    else if (!isWhole) lose("approximated", ...path);
    return diffs.map((diff) => ({ ...rest, ...diff }));
  });
}

function parsePatchFiles(patch: unknown): GitFilePatch[] {
  if (!isObject(patch) || patch["format"] !== "git_patch") return [];
  return typeof patch["text"] === "string" ? readGitPatch(patch["text"]) : [];
}

/** Finds the file of a change by its name, or by its position, since git may spell names differently. */
function fileOf(
  files: readonly GitFilePatch[],
  changes: readonly unknown[],
  position: number,
): GitFilePatch | undefined {
  const change = changes[position];
  const path = isObject(change) && typeof change["path"] === "string" ? change["path"] : "";
  const names = [path, gitPath(path)];
  const heads = new Set(
    names.flatMap((name) => [
      `diff --git ${name} ${name}`,
      `--- ${name}`,
      `+++ ${name}`,
      `rename to ${name}`,
      `copy to ${name}`,
    ]),
  );
  const named = files.find(({ head }) => head.some((line) => heads.has(line)));
  return named ?? (files.length === changes.length ? files[position] : undefined);
}

const BINARY = /^(?:Binary files |GIT binary patch)/;

interface Diffs {
  readonly diffs: readonly JsonObject[];
  /** Set if the diffs show the whole change. */
  readonly isWhole?: true;
}

function diffsOf(change: unknown, file: GitFilePatch | undefined): Diffs {
  if (!isObject(change) || typeof change["path"] !== "string") return { diffs: [] };
  if (file === undefined || file.head.some((line) => BINARY.test(line))) return { diffs: [] };
  const { path, operation } = change;
  if (operation === "add") {
    return { diffs: [{ path, newText: joined(file.hunks, "newText") }], isWhole: true };
  }
  if (operation === "delete") {
    return { diffs: [{ path, oldText: joined(file.hunks, "oldText"), newText: "" }] };
  }
  return { diffs: file.hunks.map(({ oldText, newText }) => ({ path, oldText, newText })) };
}

function joined(hunks: readonly Hunk[], side: keyof Hunk): string {
  return hunks.map((hunk) => hunk[side]).join("");
}
