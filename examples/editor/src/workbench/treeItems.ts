/** The folders of a tree and what they contain, by path. The root is the empty path. */
export type TreeItems = ReadonlyMap<string, readonly string[]>;

/** Returns the folders of files with what they contain: folders first, both sorted by name. */
export function buildTree(paths: readonly string[]): TreeItems {
  const folders = new Map<string, Set<string>>([["", new Set()]]);
  for (const path of paths) {
    for (let item = path; item !== ""; ) {
      const parent = parentOf(item);
      const siblings = folders.get(parent);
      // The folders around it are there already.
      if (siblings !== undefined && siblings.has(item)) break;
      if (siblings === undefined) folders.set(parent, new Set([item]));
      else siblings.add(item);
      item = parent;
    }
  }
  const compare = (a: string, b: string): number =>
    Number(folders.has(b)) - Number(folders.has(a)) || COLLATOR.compare(a, b);
  return new Map(Array.from(folders, ([folder, items]) => [folder, [...items].toSorted(compare)]));
}

const COLLATOR = new Intl.Collator(undefined, { numeric: true });

/** Returns the path of the folder around a file or folder. */
export function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

/** Returns the folders around a path, the outermost first, without the root. */
export function foldersAround(path: string): readonly string[] {
  const parts = path.split("/");
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join("/"));
}

/** Returns the name at the end of a path. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
