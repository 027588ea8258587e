import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { VscodeApi, VscodeDocument, VscodeDocumentChange } from "../../src/vscode/index.js";

const MARK = Buffer.from([0xef, 0xbb, 0xbf]);

class Range {
  constructor(
    readonly startLine: number,
    readonly startCharacter: number,
    readonly endLine: number,
    readonly endCharacter: number,
  ) {}
}

class TextEdit {
  static replace(range: Range, text: string): TextEdit {
    return new TextEdit(range, text, undefined);
  }

  static setEndOfLine(eol: number): TextEdit {
    return new TextEdit(undefined, "", eol);
  }

  constructor(
    readonly range: Range | undefined,
    readonly text: string,
    readonly eol: number | undefined,
  ) {}
}

class WorkspaceEdit {
  readonly changes: { readonly fsPath: string; readonly edits: readonly TextEdit[] }[] = [];

  set(uri: VscodeDocument["uri"], edits: readonly TextEdit[]): void {
    this.changes.push({ fsPath: uri.fsPath, edits });
  }
}

interface State {
  readonly text: string;
  readonly eol: number;
}

/** A document, and what the user does with it. */
export class MemoryDocument implements VscodeDocument {
  readonly uri: { readonly scheme: string; readonly fsPath: string };
  readonly encoding: string;
  version = 1;
  isDirty = false;
  eol = 1;
  /** The offsets of the cursors, one for each editor that shows the document. */
  readonly cursors: number[];
  readonly #fire: (change: VscodeDocumentChange) => void;
  readonly #undo: State[] = [];
  #text = "";
  #hasMark = false;

  constructor(
    fsPath: string,
    cursors: readonly number[],
    encoding: string,
    fire: (change: VscodeDocumentChange) => void,
  ) {
    this.uri = { scheme: "file", fsPath };
    this.cursors = [...cursors];
    this.encoding = encoding;
    this.#fire = fire;
    this.#load();
  }

  getText(): string {
    return this.#text;
  }

  /** Replaces a text, as a user who types. */
  type(from: string, to: string): void {
    const at = this.#text.indexOf(from);
    if (at < 0) throw new Error(`The document does not contain ${JSON.stringify(from)}.`);
    this.edit([{ start: at, end: at + from.length, text: to }], this.eol);
  }

  undo(): void {
    const state = this.#undo.pop();
    if (state === undefined) throw new Error("There is nothing to undo.");
    this.#change(state, { reason: 1 });
  }

  save(): void {
    const mark = this.#hasMark ? [MARK] : [];
    writeFileSync(this.uri.fsPath, Buffer.concat([...mark, Buffer.from(this.#text)]));
    this.#setDirty(false);
  }

  /** Loads the file again if it has no unsaved text, as VS Code does after a change on disk. */
  followDisk(): void {
    if (this.isDirty) return;
    const before = this.#text;
    this.#load();
    if (this.#text === before) return;
    this.version++;
    this.#fire({ document: this, contentChanges: [{}] });
  }

  /** Throws the unsaved text away and loads the file again. */
  revert(): void {
    this.isDirty = false;
    this.followDisk();
    this.#fire({ document: this, contentChanges: [] });
  }

  /** Forgets the unsaved text when the editor is closed. */
  discard(): void {
    this.#setDirty(false);
  }

  edit(
    changes: readonly { readonly start: number; readonly end: number; readonly text: string }[],
    eol: number,
  ): void {
    const lineBreak = this.eol === 2 ? "\r\n" : "\n";
    const before = { text: this.#text, eol: this.eol };
    let next = this.#text;
    for (const { start, end, text } of changes.toSorted((a, b) => b.start - a.start)) {
      const inserted = text.replace(/\r\n|\r|\n/g, lineBreak);
      next = next.slice(0, start) + inserted + next.slice(end);
      this.cursors.forEach((cursor, index) => {
        if (cursor >= end) this.cursors[index] = cursor + inserted.length - (end - start);
        else if (cursor > start) this.cursors[index] = start + inserted.length;
      });
    }
    if (eol !== this.eol) next = next.replaceAll(lineBreak, eol === 2 ? "\r\n" : "\n");
    this.#undo.push(before);
    this.#change({ text: next, eol }, {});
  }

  offsetOf(line: number, character: number): number {
    const lines = this.#text.split(this.eol === 2 ? "\r\n" : "\n");
    if (line >= lines.length) return this.#text.length;
    const before = lines.slice(0, line).reduce((sum, each) => sum + each.length + this.eol, 0);
    return before + Math.min(character, lines[line]?.length ?? 0);
  }

  /** VS Code says that a document has unsaved text after it has reported the first change. */
  #change({ text, eol }: State, reason: Pick<VscodeDocumentChange, "reason">): void {
    this.#text = text;
    this.eol = eol;
    this.version++;
    this.#fire({ document: this, contentChanges: [{}], ...reason });
    this.#setDirty(true);
  }

  #setDirty(isDirty: boolean): void {
    if (this.isDirty === isDirty) return;
    this.isDirty = isDirty;
    this.#fire({ document: this, contentChanges: [] });
  }

  #load(): void {
    const bytes = readFileSync(this.uri.fsPath);
    this.#hasMark = bytes.subarray(0, 3).equals(MARK);
    const text = bytes.toString("utf8").replace("\uFEFF", "");
    const breaks = text.match(/\r\n|\r|\n/g) ?? [];
    this.eol = breaks.filter((each) => each === "\r\n").length > breaks.length / 2 ? 2 : 1;
    this.#text = text.replace(/\r\n|\r|\n/g, this.eol === 2 ? "\r\n" : "\n");
  }
}

/**
 * The documents of a window in memory, over files on disk, as VS Code has them: a document hides the byte
 * order mark, has one kind of line break, and counts its versions. An edit of an extension is applied
 * later, and refused if the document has another version by then.
 */
export class MemoryEditor implements VscodeApi {
  readonly Range: typeof Range = Range;
  readonly TextEdit: typeof TextEdit = TextEdit;
  readonly WorkspaceEdit: typeof WorkspaceEdit = WorkspaceEdit;
  /** Called once, after an extension has asked for an edit and before it is applied. */
  beforeApply: (() => void) | undefined;
  readonly #documents: MemoryDocument[] = [];
  readonly #listeners = new Set<(change: VscodeDocumentChange) => void>();

  readonly workspace = {
    textDocuments: this.#documents,
    applyEdit: (edit: WorkspaceEdit): Promise<boolean> => this.#apply(edit),
    onDidChangeTextDocument: (listener: (change: VscodeDocumentChange) => void) => {
      this.#listeners.add(listener);
      return { dispose: () => void this.#listeners.delete(listener) };
    },
  };

  constructor(readonly folder: string) {}

  /** Opens a file in an editor for each cursor. */
  open(path: string, cursors: readonly number[] = [0], encoding = "utf8"): MemoryDocument {
    const fire = (change: VscodeDocumentChange): void => {
      for (const listener of this.#listeners) listener(change);
    };
    const document = new MemoryDocument(join(this.folder, path), cursors, encoding, fire);
    this.#documents.push(document);
    return document;
  }

  /** Closes an editor. Unsaved text is lost. */
  close(document: MemoryDocument): void {
    document.discard();
    this.#documents.splice(this.#documents.indexOf(document), 1);
  }

  async #apply({ changes }: WorkspaceEdit): Promise<boolean> {
    const found = changes.map(({ fsPath, edits }) => {
      const document = this.#documents.find(({ uri }) => uri.fsPath === fsPath);
      if (document === undefined) throw new Error(`${fsPath} is not open.`);
      return { document, edits, version: document.version };
    });
    await Promise.resolve();
    const race = this.beforeApply;
    this.beforeApply = undefined;
    race?.();
    if (found.some(({ document, version }) => document.version !== version)) return false;
    for (const { document, edits } of found)
      document.edit(
        edits.flatMap(({ range, text }) => {
          if (range === undefined) return [];
          const { startLine, startCharacter, endLine, endCharacter } = range;
          const start = document.offsetOf(startLine, startCharacter);
          return [{ start, end: document.offsetOf(endLine, endCharacter), text }];
        }),
        edits.find(({ eol }) => eol !== undefined)?.eol ?? document.eol,
      );
    return true;
  }
}
