import type { Diff, DiffChange } from "@agentclientprotocol/sdk/experimental/v2/unstable";
import { formatPatch, structuredPatch } from "diff";
import type { FileEdit } from "../events.js";

/** Describes an edit as a list of changed files and a patch. */
export function toDiff({ path, oldText, newText }: FileEdit): Diff {
  const isNew = oldText === null;
  const oldName = isNew ? "/dev/null" : `a${path}`;
  const patch = structuredPatch(oldName, `b${path}`, oldText ?? "", newText);
  return {
    changes: [{ operation: isNew ? "add" : "modify", path, fileType: "text" } as DiffChange],
    patch: {
      format: "git_patch",
      text: formatPatch({ ...patch, isGit: true, ...(isNew && { isCreate: true }) }),
    },
  };
}
