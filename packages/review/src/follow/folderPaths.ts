import type { Session } from "@acp-store/core";

/** Finds the paths of agents in a folder. Agents send absolute paths, or ones relative to their session. */
export interface FolderPaths {
  /** Returns the path relative to the folder, with `/`, or `undefined` if it is not in the folder. */
  toRelative(path: string, cwd: string | undefined): string | undefined;
  /** Returns whether the folders of a session are in this folder, or contain it. */
  isAbout(session: Pick<Session, "cwd" | "additionalDirectories">): boolean;
  /** Returns whether one of the folders of a session contains this folder. */
  isWithin(session: Pick<Session, "cwd" | "additionalDirectories">): boolean;
}

/** `names` are the absolute paths of the folder: that of the user, and that behind symbolic links. */
export function createFolderPaths(names: readonly string[]): FolderPaths {
  const isWindows = names.some((name) => /^([A-Za-z]:|\\\\)/.test(name));
  const normalize = (path: string): string =>
    withoutDots(isWindows ? path.replaceAll("\\", "/") : path);
  const folders = names.map(normalize);
  const foldersOf = (session: Pick<Session, "cwd" | "additionalDirectories">): string[] =>
    [session.cwd, ...(session.additionalDirectories ?? [])]
      .filter((each) => each !== undefined)
      .map(normalize);
  return {
    toRelative(path, cwd) {
      const absolute = normalize(isAbsolute(path) || cwd === undefined ? path : `${cwd}/${path}`);
      const folder = folders.find((each) => isInside(absolute, each));
      return folder === undefined ? undefined : absolute.slice(folder.length + 1) || undefined;
    },
    isAbout: (session) =>
      foldersOf(session).some((each) =>
        folders.some((folder) => isInside(each, folder) || isInside(folder, each)),
      ),
    isWithin: (session) =>
      foldersOf(session).some((each) => folders.some((folder) => isInside(folder, each))),
  };
}

function isAbsolute(path: string): boolean {
  return /^([/\\]|[A-Za-z]:[/\\])/.test(path);
}

function isInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

/** Returns a path without `.`, `..` and a `/` at the end. */
function withoutDots(path: string): string {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "." && (part !== "" || parts.length === 0)) parts.push(part);
  }
  return parts.join("/");
}
