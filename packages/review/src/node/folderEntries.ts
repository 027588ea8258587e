import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { isTemporaryFile } from "@acp-store/client/node";
import ignore, { type Ignore } from "ignore";
import { hasCode, isNotFound } from "./fileStatus.js";

/** The ignored paths of a folder: those of its `.gitignore`, and of the folders around it. */
export interface IgnoreRules {
  /** Returns whether a path relative to the top folder is ignored. That of a folder ends with `/`. */
  ignores(path: string): boolean;
}

/** An entry of a folder. The path is relative to the top folder. That of a folder ends with `/`. */
export interface FolderEntry {
  readonly path: string;
  readonly isFolder: boolean;
}

/** The entries of a folder and its rules, or `"repository"` for the folder of a nested repository. */
export type FolderListing =
  | { readonly rules: IgnoreRules; readonly entries: readonly FolderEntry[] }
  | "repository";

const NO_RULES: IgnoreRules = { ignores: () => false };
const REPOSITORY = ".git";

/**
 * Lists a folder. Leaves out the git directory, special files such as named pipes, and temporary
 * files of `replaceFile`.
 *
 * @throws The error of the file system, such as `ENOENT`.
 */
export function listFolder(
  top: string,
  folder: string,
  outerRules: IgnoreRules = NO_RULES,
): FolderListing {
  const found = readdirSync(join(top, folder), { withFileTypes: true });
  if (folder !== "" && found.some(({ name }) => name === REPOSITORY)) return "repository";
  const hasRules = found.some((entry) => entry.name === ".gitignore" && entry.isFile());
  const rules = hasRules ? readRules(top, folder, outerRules) : outerRules;
  const entries = found.flatMap((entry): FolderEntry[] => {
    const isFolder = entry.isDirectory();
    const isContent = isFolder || entry.isFile() || entry.isSymbolicLink();
    if (entry.name === REPOSITORY || isTemporaryFile(entry.name) || !isContent) return [];
    return [{ path: `${folder}${entry.name}${isFolder ? "/" : ""}`, isFolder }];
  });
  return { rules, entries };
}

/** Lists a folder. One that was removed meanwhile is empty, and one that cannot be read is left out. */
export function listIfPossible(
  top: string,
  folder: string,
  rules: IgnoreRules | undefined,
): FolderListing {
  try {
    return listFolder(top, folder, rules);
  } catch (error) {
    if (isNotFound(error)) return { rules: NO_RULES, entries: [] };
    if (hasCode(error, "EACCES") && folder !== "") return "repository";
    throw error;
  }
}

function readRules(top: string, folder: string, outerRules: IgnoreRules): IgnoreRules {
  const matcher: Ignore = ignore({ ignorecase: false });
  matcher.add(readFileSync(join(top, folder, ".gitignore"), "utf8"));
  return {
    ignores(path) {
      const { ignored, unignored } = matcher.test(path.slice(folder.length));
      return ignored || (!unignored && outerRules.ignores(path));
    },
  };
}
