import type { AcpPatch } from "@acp-store/core";

/** A path as one string. */
export function pathKey(path: readonly (string | number)[]): string {
  return JSON.stringify(path.map(String));
}

/** What an entry changed in the state: the places themselves, and all that they are part of. */
export interface ChangedPaths {
  readonly at: ReadonlySet<string>;
  readonly around: ReadonlySet<string>;
}

export function changedPaths(patches: readonly AcpPatch[]): ChangedPaths {
  const at = new Set<string>();
  const around = new Set<string>();
  for (const { path } of patches) {
    // The length of a list or text is no place of its own: the list or text has changed.
    const shown = path.at(-1) === "length" ? path.slice(0, -1) : path;
    at.add(pathKey(shown));
    for (let length = 0; length < shown.length; length++)
      around.add(pathKey(shown.slice(0, length)));
  }
  return { at, around };
}
