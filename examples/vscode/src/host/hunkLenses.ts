import type { Hunk, HunkRef, Origin, ReviewedFile } from "@acp-store/review";

/** A link above a line of a reviewed file. */
export interface HunkLens {
  /** The line, from 0. */
  readonly line: number;
  readonly title: string;
  readonly command: "acpStore.keep" | "acpStore.reject" | "acpStore.showDifference";
  /** The changes that the command is about. */
  readonly target: HunkRef | { readonly path: string };
}

/**
 * Returns the links of a reviewed file: for the file above its first line, and for each change above it. A removal
 * has them at the line that follows.
 */
export function listHunkLenses(
  file: ReviewedFile,
  nameOf: (agentId: string) => string,
): readonly HunkLens[] {
  const { path, revision, hunks } = file;
  const target = { path };
  const ofFile: HunkLens[] = [
    { line: 0, title: "Show Difference", command: "acpStore.showDifference", target },
    { line: 0, title: "Keep File", command: "acpStore.keep", target },
    ...(file.noBase === true
      ? []
      : [{ line: 0, title: "Reject File", command: "acpStore.reject" as const, target }]),
  ];
  const ofHunks = hunks.flatMap((hunk): HunkLens[] => {
    const [line] = hunk.current;
    const ref = { path, hunkId: hunk.hunkId, revision };
    const keep = `Keep ${describeLines(hunk)} of ${listAuthors(hunk, nameOf)}`;
    return [
      { line, title: keep, command: "acpStore.keep", target: ref },
      { line, title: "Reject", command: "acpStore.reject", target: ref },
    ];
  });
  return [...ofFile, ...ofHunks];
}

function describeLines({ base, current }: Hunk): string {
  const added = current[1] - current[0];
  const removed = base[1] - base[0];
  return [...(added > 0 ? [`+${added}`] : []), ...(removed > 0 ? [`−${removed}`] : [])].join(" ");
}

function listAuthors({ origins }: Hunk, nameOf: (agentId: string) => string): string {
  const names = new Set(origins.map(({ by }) => nameOrigin(by, nameOf)));
  return names.size === 0 ? "an agent" : [...names].join(" and ");
}

function nameOrigin(by: Origin, nameOf: (agentId: string) => string): string {
  if (by === "user") return "yours";
  return by === "unknown" ? "unknown origin" : nameOf(by.agentId);
}
