import { splitLines } from "../diff/splitLines.js";

/** The line of a patch that follows a last line without a line break. */
export const NO_NEWLINE = "\\ No newline at end of file";

/** The text of a hunk before and after the change. */
export interface Hunk {
  readonly oldText: string;
  readonly newText: string;
}

/** The part of a patch that describes one file. */
export interface GitFilePatch {
  /** The lines above the hunks. */
  readonly head: readonly string[];
  readonly hunks: readonly Hunk[];
}

const ESCAPES: Readonly<Record<string, string>> = {
  '"': '\\"',
  "\\": "\\\\",
  "\t": "\\t",
  "\n": "\\n",
  "\r": "\\r",
};

/** Returns a path as git writes it: in quotes if it has characters that git escapes. */
export function gitPath(path: string): string {
  // oxlint-disable-next-line eslint/no-control-regex -- these are the characters that git escapes
  const escaped = path.replace(/["\\\x00-\x1f\x7f]/g, (character) => {
    const octal = character.charCodeAt(0).toString(8).padStart(3, "0");
    return ESCAPES[character] ?? `\\${octal}`;
  });
  return escaped === path ? path : `"${escaped}"`;
}

interface OpenHunk {
  readonly lines: Record<"old" | "new", string[]>;
  readonly left: Record<"old" | "new", number>;
  last: readonly ("old" | "new")[];
}

const SIDES: Readonly<Record<string, readonly ("old" | "new")[]>> = {
  " ": ["old", "new"],
  "\n": ["old", "new"],
  "-": ["old"],
  "+": ["new"],
};
const HUNK = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/;

/** Parses a patch in git's format. Never throws. Returns no files for any other text. */
export function readGitPatch(text: string): GitFilePatch[] {
  const files: { head: string[]; hunks: OpenHunk[] }[] = [];
  for (const line of splitLines(text)) {
    const file = files.at(-1);
    const hunk = file?.hunks.at(-1);
    if (hunk !== undefined && addLine(hunk, line)) continue;
    const range = HUNK.exec(line);
    if (line.startsWith("diff --git ")) files.push({ head: [headLine(line)], hunks: [] });
    else if (range !== null) file?.hunks.push(openHunk(range[1], range[2]));
    else if (hunk === undefined) file?.head.push(headLine(line));
  }
  return files.map(({ head, hunks }) => ({ head, hunks: hunks.map(closeHunk) }));
}

function openHunk(oldCount = "1", newCount = "1"): OpenHunk {
  return {
    lines: { old: [], new: [] },
    left: { old: Number(oldCount), new: Number(newCount) },
    last: [],
  };
}

/**
 * Adds a line to a hunk and returns whether it belongs there. The counts in the hunk's header
 * decide, because a removed line may look like a header.
 */
function addLine(hunk: OpenHunk, line: string): boolean {
  if (line.startsWith("\\")) {
    for (const side of hunk.last) hunk.lines[side].push(withoutBreak(hunk.lines[side].pop() ?? ""));
    return true;
  }
  const sides = SIDES[line[0] ?? ""];
  if (sides === undefined || sides.some((side) => hunk.left[side] === 0)) return false;
  for (const side of sides) {
    hunk.left[side]--;
    hunk.lines[side].push(line === "\n" ? line : line.slice(1));
  }
  hunk.last = sides;
  return true;
}

function withoutBreak(line: string): string {
  return line.endsWith("\n") ? line.slice(0, -1) : line;
}

/** Removes the line break, and the tab with which git ends a path that contains a space. */
function headLine(line: string): string {
  return line.replace(/\t?\n?$/, "");
}

function closeHunk({ lines }: OpenHunk): Hunk {
  return { oldText: lines.old.join(""), newText: lines.new.join("") };
}
