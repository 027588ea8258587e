import type { ChangesItem, DiffItem, FileChange } from "../state/content.js";
import { countPatchLines, countTextLines, type LineCounts } from "./countLines.js";

/** What the tool calls of a session did to one file. */
export interface ChangedFile {
  /** Where the file is now, or was when it was deleted. */
  readonly path: string;
  /** In sum: a file that was added and then edited was added. */
  readonly operation: "add" | "delete" | "modify" | "move" | "copy" | (string & {});
  /** Where it came from (`move` and `copy`). */
  readonly oldPath?: string;
  /** Lines; 0 where the agent described a change without showing its text. */
  readonly added: number;
  readonly removed: number;
  /** The calls that changed it, in first-seen order. */
  readonly toolCallIds: readonly string[];
}

/** Edits of which each goes on from the text that the one before left. */
interface Chain {
  readonly first: DiffItem;
  last: DiffItem;
  toolCallId: string;
}

interface Entry {
  readonly path: string;
  operation: string;
  oldPath?: string | undefined;
  chains: Chain[];
  patches: LineCounts[];
  readonly toolCallIds: Set<string>;
}

/** Merges the edits of a session per file. */
export class FileLedger {
  #entries = new Map<string, Entry>();

  /** One file with both texts, as in version 1. */
  addText(toolCallId: string, item: DiffItem): void {
    const isWhole = !item.oldText;
    const entry = this.#entry(item.path, isWhole ? "add" : "modify", toolCallId);
    if (isWhole && entry.operation === "add") {
      // The file is new, so all that it holds is what was written last.
      entry.chains = [];
      entry.patches = [];
    }
    const chain = isWhole ? undefined : chainTo(entry, item, toolCallId);
    if (chain === undefined) entry.chains.push({ first: item, last: item, toolCallId });
    else Object.assign(chain, { last: item, toolCallId });
  }

  /** Any number of files, as in version 2. */
  addChanges(toolCallId: string, item: ChangesItem): void {
    const lines = countPatchLines(item);
    item.changes.forEach((change, index) => {
      if (typeof change.path !== "string") return;
      if (change.operation === "move") this.#move(change);
      const entry = this.#entry(change.path, change.operation, toolCallId);
      if (change.operation === "copy") entry.oldPath = change.oldPath;
      entry.patches.push(lines[index] as LineCounts);
    });
  }

  files(): readonly ChangedFile[] {
    return Array.from(this.#entries.values(), fileOf);
  }

  #entry(path: string, operation: string, toolCallId: string): Entry {
    const known = this.#entries.get(path);
    const entry = known ?? { path, operation, chains: [], patches: [], toolCallIds: new Set() };
    entry.operation = known ? inSum(known.operation, operation) : operation;
    entry.toolCallIds.add(toolCallId);
    this.#entries.set(path, entry);
    return entry;
  }

  /** What happened to the file before goes along to where it is now, and takes its place there. */
  #move({ path = "", oldPath = "" }: FileChange): void {
    const moved = this.#entries.get(oldPath);
    const origin = moved?.operation === "move" ? moved.oldPath : oldPath;
    const entry: Entry = {
      path,
      operation: moved?.operation === "add" ? "add" : "move",
      oldPath: origin === path ? undefined : origin,
      chains: moved?.chains ?? [],
      patches: moved?.patches ?? [],
      toolCallIds: moved?.toolCallIds ?? new Set(),
    };
    const others = [...this.#entries.values()].filter((other) => other.path !== path);
    const inPlace = others.map((other) => (other === moved ? entry : other));
    this.#entries = new Map([...inPlace, entry].map((other) => [other.path, other]));
  }
}

/** The hunks of one call stand beside each other: only another call goes on from them. */
function chainTo({ chains }: Entry, item: DiffItem, toolCallId: string): Chain | undefined {
  return chains.findLast(
    (chain) => chain.last.newText === item.oldText && chain.toolCallId !== toolCallId,
  );
}

/** A file that came to be in this session stays new, whatever is done to it later. */
function inSum(before: string, next: string): string {
  if (next === "move") return before;
  if (next !== "add" && next !== "modify") return next;
  return before === "add" || before === "move" || before === "copy" ? before : "modify";
}

function fileOf({ path, operation, oldPath, chains, patches, toolCallIds }: Entry): ChangedFile {
  const lines = [...chains.map(({ first, last }) => countTextLines(first, last)), ...patches];
  const isFrom = operation === "move" || operation === "copy";
  return {
    path,
    operation: operation === "move" && oldPath === undefined ? "modify" : operation,
    ...(isFrom && oldPath !== undefined ? { oldPath } : {}),
    added: lines.reduce((sum, { added }) => sum + added, 0),
    removed: lines.reduce((sum, { removed }) => sum + removed, 0),
    toolCallIds: [...toolCallIds],
  };
}
