import type { ChangesItem, DiffItem, FileChange } from "../state/content.js";
import { countPatchLines, countTextLines, type LineCounts } from "./countLines.js";

/** The changes that the tool calls of a session made to one file. */
export interface ChangedFile {
  /** The current path, or for a deleted file its last path. */
  readonly path: string;
  /** The operation in total: a file that was added and then edited is `add`. */
  readonly operation: "add" | "delete" | "modify" | "move" | "copy" | (string & {});
  /** The original path (`move` and `copy`). */
  readonly oldPath?: string;
  /** The number of added lines; 0 if the agent described the change without its text. */
  readonly added: number;
  /** The number of removed lines; 0 if the agent described the change without its text. */
  readonly removed: number;
  /** The ids of the tool calls that changed the file, in first-seen order. */
  readonly toolCallIds: readonly string[];
}

/** A series of edits in which each continues from the text of the previous one. */
interface EditChain {
  readonly first: DiffItem;
  last: DiffItem;
  toolCallId: string;
}

interface FileEntry {
  readonly path: string;
  operation: string;
  oldPath?: string | undefined;
  chains: EditChain[];
  patches: LineCounts[];
  readonly toolCallIds: Set<string>;
}

/** Merges the edits of a session per file. */
export class FileLedger {
  #entries = new Map<string, FileEntry>();

  /** Adds a change of one file with both texts (version 1). */
  addText(toolCallId: string, item: DiffItem): void {
    const isNewFile = !item.oldText;
    const entry = this.#entry(item.path, isNewFile ? "add" : "modify", toolCallId);
    if (isNewFile && entry.operation === "add") {
      // The text written last is the whole content of a new file.
      entry.chains = [];
      entry.patches = [];
    }
    const chain = isNewFile ? undefined : findChain(entry, item, toolCallId);
    if (chain === undefined) entry.chains.push({ first: item, last: item, toolCallId });
    else Object.assign(chain, { last: item, toolCallId });
  }

  /** Adds changes of any number of files (version 2). */
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
    return Array.from(this.#entries.values(), toChangedFile);
  }

  #entry(path: string, operation: string, toolCallId: string): FileEntry {
    const known = this.#entries.get(path);
    const entry = known ?? { path, operation, chains: [], patches: [], toolCallIds: new Set() };
    entry.operation = known ? combineOperations(known.operation, operation) : operation;
    entry.toolCallIds.add(toolCallId);
    this.#entries.set(path, entry);
    return entry;
  }

  /** Moves the record of a file to its new path, and replaces the record of the file there. */
  #move({ path = "", oldPath = "" }: FileChange): void {
    const moved = this.#entries.get(oldPath);
    const origin = moved?.operation === "move" ? moved.oldPath : oldPath;
    const entry: FileEntry = {
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

/** The hunks of one call are independent: only another call can continue from them. */
function findChain(
  { chains }: FileEntry,
  item: DiffItem,
  toolCallId: string,
): EditChain | undefined {
  return chains.findLast(
    (chain) => chain.last.newText === item.oldText && chain.toolCallId !== toolCallId,
  );
}

/** A file that was added in this session stays `add` after later edits. */
function combineOperations(before: string, next: string): string {
  if (next === "move") return before;
  if (next !== "add" && next !== "modify") return next;
  return before === "add" || before === "move" || before === "copy" ? before : "modify";
}

function toChangedFile({
  path,
  operation,
  oldPath,
  chains,
  patches,
  toolCallIds,
}: FileEntry): ChangedFile {
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
