import type { ChangesDiffItem, DiffItem, FileChange, TextDiffItem } from "../state/content.js";
import { isChangesDiff, isTextDiff } from "../state/diffs.js";
import { readPatch, type FileEdit } from "./countLines.js";
import { NetEdits } from "./netEdits.js";

/** The edit that adds a file without text. */
const EMPTY_FILE: FileEdit = { newText: "" };

/** The changes that the tool calls of a session made to one file. */
export interface ChangedFile {
  /** The current path, or for a deleted file its last path. */
  readonly path: string;
  /** The operation in total: a file that was added and then edited is `add`. */
  readonly operation: "add" | "delete" | "modify" | "move" | "copy" | (string & {});
  /** The original path (`move` and `copy`). */
  readonly oldPath?: string;
  /** The net number of added lines; 0 if the agent described the changes without text. */
  readonly added: number;
  /** The net number of removed lines; 0 if the agent described the changes without text. */
  readonly removed: number;
  /** The ids of the tool calls that changed the file, in first-seen order. */
  readonly toolCallIds: readonly string[];
}

interface FileEntry {
  readonly path: string;
  operation: string;
  oldPath?: string | undefined;
  readonly edits: NetEdits;
  readonly toolCallIds: Set<string>;
  /** The file as it was read last. Absent if it has changed since. */
  file?: ChangedFile | undefined;
}

/** Merges the edits of a session per file. */
export class FileLedger {
  #entries = new Map<string, FileEntry>();

  /** Adds the diffs of a tool call. */
  addCall(toolCallId: string, diffs: readonly DiffItem[]): void {
    const texts = new Map<string, TextDiffItem[]>();
    for (const item of diffs) {
      if (isChangesDiff(item)) this.#addChanges(toolCallId, item);
      else if (isTextDiff(item)) {
        const known = texts.get(item.path);
        if (known !== undefined) known.push(item);
        else texts.set(item.path, [item]);
      }
    }
    for (const [path, items] of texts) this.#addTexts(toolCallId, path, items);
  }

  /** Adds the changes of one file with both texts (version 1). */
  #addTexts(toolCallId: string, path: string, items: readonly TextDiffItem[]): void {
    const rewrites = items.filter(({ oldText }) => !oldText);
    const edits = items.filter(({ oldText }) => oldText);
    if (rewrites.length > 0) {
      const entry = this.#entry(path, "add", toolCallId);
      for (const item of rewrites) entry.edits.rewrite(item);
    }
    if (edits.length > 0) this.#entry(path, "modify", toolCallId).edits.apply(edits);
  }

  /** Adds changes of any number of files (version 2). */
  #addChanges(toolCallId: string, item: ChangesDiffItem): void {
    const files = readPatch(item);
    item.changes.forEach((change, index) => {
      if (typeof change.path !== "string") return;
      if (change.operation === "move") this.#move(change);
      const entry = this.#entry(change.path, change.operation, toolCallId);
      if (change.operation === "copy") entry.oldPath = change.oldPath;
      const edits = files[index]?.edits;
      if (edits !== undefined && change.operation === "add") {
        const [edit = EMPTY_FILE] = edits;
        entry.edits.rewrite(edit);
      } else if (edits !== undefined) entry.edits.apply(edits);
      if (change.operation === "delete") entry.edits.remove();
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
  return { path, operation, edits: new NetEdits(), toolCallIds: new Set() };
}

/** A file that was added in this session stays `add` after later edits. */
function combineOperations(before: string, next: string): string {
  if (next === "move") return before;
  if (next !== "add" && next !== "modify") return next;
  return before === "add" || before === "move" || before === "copy" ? before : "modify";
}

function toChangedFile(entry: FileEntry): ChangedFile {
  if (entry.file !== undefined) return entry.file;
  const { path, operation, oldPath, edits, toolCallIds } = entry;
  const { added, removed } = edits.countLines();
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
