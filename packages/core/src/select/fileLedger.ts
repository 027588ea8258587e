import type { ChangesDiffItem, TextDiffItem, FileChange } from "../state/content.js";
import { countPatchLines, countTextLines, type LineCounts, NO_LINES } from "./countLines.js";

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
  readonly first: TextDiffItem;
  last: TextDiffItem;
  toolCallId: string;
  /** The lines between the first text and the last one. Counted when the file is first read. */
  lines: LineCounts;
}

interface FileEntry {
  readonly path: string;
  operation: string;
  oldPath?: string | undefined;
  /** The chains by the text that they end with. */
  readonly chains: Map<string, EditChain[]>;
  /** The chains whose lines are not counted yet. */
  readonly uncounted: Set<EditChain>;
  added: number;
  removed: number;
  readonly toolCallIds: Set<string>;
  /** The file as it was read last. Absent if it has changed since. */
  file?: ChangedFile | undefined;
}

/** Merges the edits of a session per file. */
export class FileLedger {
  #entries = new Map<string, FileEntry>();

  /** Adds a change of one file with both texts (version 1). */
  addText(toolCallId: string, item: TextDiffItem): void {
    const isNewFile = !item.oldText;
    const entry = this.#entry(item.path, isNewFile ? "add" : "modify", toolCallId);
    // The text written last is the whole content of a new file.
    if (isNewFile && entry.operation === "add") clearEdits(entry);
    const chain = isNewFile ? undefined : takeChain(entry, item, toolCallId);
    addChain(entry, {
      first: item,
      lines: NO_LINES,
      ...chain,
      last: item,
      toolCallId,
    });
  }

  /** Adds changes of any number of files (version 2). */
  addChanges(toolCallId: string, item: ChangesDiffItem): void {
    const lines = countPatchLines(item);
    item.changes.forEach((change, index) => {
      if (typeof change.path !== "string") return;
      if (change.operation === "move") this.#move(change);
      const entry = this.#entry(change.path, change.operation, toolCallId);
      if (change.operation === "copy") entry.oldPath = change.oldPath;
      addLines(entry, lines[index] ?? NO_LINES);
    });
  }

  files(): readonly ChangedFile[] {
    return Array.from(this.#entries.values(), toChangedFile);
  }

  #entry(path: string, operation: string, toolCallId: string): FileEntry {
    const known = this.#entries.get(path);
    const entry = known ?? createEntry(path, operation);
    entry.operation = known ? combineOperations(known.operation, operation) : operation;
    entry.toolCallIds.add(toolCallId);
    entry.file = undefined;
    this.#entries.set(path, entry);
    return entry;
  }

  /** Moves the record of a file to its new path, and replaces the record of the file there. */
  #move({ path = "", oldPath = "" }: FileChange): void {
    const moved = this.#entries.get(oldPath);
    const origin = moved?.operation === "move" ? moved.oldPath : oldPath;
    const entry: FileEntry = {
      ...(moved ?? createEntry(path, "move")),
      path,
      operation: moved?.operation === "add" ? "add" : "move",
      oldPath: origin === path ? undefined : origin,
      file: undefined,
    };
    const others = [...this.#entries.values()].filter((other) => other.path !== path);
    const inPlace = others.map((other) => (other === moved ? entry : other));
    this.#entries = new Map([...inPlace, entry].map((other) => [other.path, other]));
  }
}

function createEntry(path: string, operation: string): FileEntry {
  return {
    path,
    operation,
    chains: new Map(),
    uncounted: new Set(),
    added: 0,
    removed: 0,
    toolCallIds: new Set(),
  };
}

function clearEdits(entry: FileEntry): void {
  entry.chains.clear();
  entry.uncounted.clear();
  entry.added = 0;
  entry.removed = 0;
}

function addLines(entry: FileEntry, lines: LineCounts, sign: 1 | -1 = 1): void {
  entry.added += sign * lines.added;
  entry.removed += sign * lines.removed;
}

/**
 * Removes the newest chain that an edit continues from its file, and returns it. The hunks of one
 * call are independent: only another call can continue from them.
 */
function takeChain(
  entry: FileEntry,
  { oldText }: TextDiffItem,
  toolCallId: string,
): EditChain | undefined {
  const chains = entry.chains.get(oldText ?? "") ?? [];
  const index = chains.findLastIndex((chain) => chain.toolCallId !== toolCallId);
  const [chain] = index < 0 ? [] : chains.splice(index, 1);
  if (chain === undefined) return undefined;
  if (!entry.uncounted.delete(chain)) addLines(entry, chain.lines, -1);
  return chain;
}

function addChain(entry: FileEntry, chain: EditChain): void {
  const { newText } = chain.last;
  const chains = entry.chains.get(newText);
  if (chains === undefined) entry.chains.set(newText, [chain]);
  else chains.push(chain);
  entry.uncounted.add(chain);
}

function countEditedLines(entry: FileEntry): void {
  for (const chain of entry.uncounted) {
    chain.lines = countTextLines(chain.first, chain.last);
    addLines(entry, chain.lines);
  }
  entry.uncounted.clear();
}

/** A file that was added in this session stays `add` after later edits. */
function combineOperations(before: string, next: string): string {
  if (next === "move") return before;
  if (next !== "add" && next !== "modify") return next;
  return before === "add" || before === "move" || before === "copy" ? before : "modify";
}

function toChangedFile(entry: FileEntry): ChangedFile {
  if (entry.file !== undefined) return entry.file;
  countEditedLines(entry);
  const { path, operation, oldPath, added, removed, toolCallIds } = entry;
  const isFrom = operation === "move" || operation === "copy";
  entry.file = {
    path,
    operation: operation === "move" && oldPath === undefined ? "modify" : operation,
    ...(isFrom && oldPath !== undefined ? { oldPath } : {}),
    added,
    removed,
    toolCallIds: [...toolCallIds],
  };
  return entry.file;
}
