import type { FilesClient } from "@acp-store/server/client";
import type { EditorState, Extension, Transaction, TransactionSpec } from "@codemirror/state";
import { createStore, type StoreApi } from "zustand/vanilla";
import { getErrorMessage } from "../ui/texts.js";
import {
  createEditorState,
  readFileText,
  replaceText,
  writeFileText,
  type FileText,
} from "./fileText.js";

/** A version of the file that differs from the one that the unsaved edits began with. */
export type DiskVersion =
  | { readonly kind: "changed"; readonly text: FileText; readonly version: string }
  /** The file cannot be read, for example because it was deleted. */
  | { readonly kind: "missing"; readonly reason: string };

/** The state of a document, except for its text. */
export interface DocumentState {
  readonly status: "loading" | "ready" | "failed";
  /** The reason that the file could not be read or saved. */
  readonly error: string | undefined;
  readonly isDirty: boolean;
  readonly isSaving: boolean;
  /** The version on disk about which the user has to decide. */
  readonly disk: DiskVersion | undefined;
}

/** A file that is open: its text in the editor, the version on disk that it began with, and what differs. */
export interface FileDocument {
  readonly path: string;
  readonly store: StoreApi<DocumentState>;
  /** The state of the editor. `undefined` until the file is loaded. */
  getEditorState(): EditorState | undefined;
  /** Changes the text, or what the editor shows. */
  dispatch(spec: TransactionSpec): void;
  /** Takes the changes of the editor that shows the document. */
  update(transactions: readonly Transaction[]): void;
  /** Sends the changes of the document to an editor. Returns a function that stops this. */
  attach(editor: Pick<FileDocument, "dispatch">): () => void;
  /** Reads the file, and again if that failed. Resolves when it is there, or has failed. */
  load(): Promise<void>;
  /** Resolves with whether the text is saved. If the file has changed on disk, nothing is written. */
  save(): Promise<boolean>;
  /** Compares the document with the disk. A document without unsaved edits gets the text of the file. */
  checkDisk(): Promise<void>;
  /** Discards the unsaved edits. */
  reload(): void;
  /** Keeps the unsaved edits. Saving replaces the version that is on disk now. */
  keepMine(): void;
}

interface DocumentOptions {
  readonly files: Pick<FilesClient, "read" | "write">;
  readonly folder: string;
  readonly path: string;
  readonly extensions: Extension;
}

/** Creates the document of a file. It is loaded by `load`. */
export function createFileDocument({
  files,
  folder,
  path,
  extensions,
}: DocumentOptions): FileDocument {
  const store = createStore<DocumentState>(() => ({
    status: "loading",
    error: undefined,
    isDirty: false,
    isSaving: false,
    disk: undefined,
  }));
  let editor: EditorState | undefined;
  let attached: Pick<FileDocument, "dispatch"> | undefined;
  /** The text on disk, and its version. `undefined`: there is no file. */
  let saved: FileText = readFileText("");
  let version: string | undefined;
  let queue = Promise.resolve();
  let check: Promise<void> | undefined;

  // One at a time, so that no check sees a file that is being saved.
  function enqueue<Value>(run: () => Promise<Value>): Promise<Value> {
    const result = queue.then(run);
    queue = result.then(
      () => {},
      () => {},
    );
    return result;
  }

  function dispatch(spec: TransactionSpec): void {
    if (attached !== undefined) return attached.dispatch(spec);
    editor = editor?.update(spec).state;
    refreshDirty();
  }

  function refreshDirty(): void {
    const isDirty = editor !== undefined && !editor.doc.eq(saved.document);
    // Typing renders nothing else.
    if (isDirty !== store.getState().isDirty) store.setState({ isDirty });
  }

  function setSaved(next: FileText, nextVersion: string | undefined): void {
    saved = next;
    version = nextVersion;
    store.setState({ status: "ready", disk: undefined, error: undefined });
    refreshDirty();
  }

  /** Gives the document the text on disk. */
  function showText(next: FileText, nextVersion: string): void {
    saved = next;
    if (editor === undefined) editor = createEditorState(next, extensions);
    else dispatch(replaceText(editor.doc, next.document));
    setSaved(next, nextVersion);
  }

  async function compare(): Promise<void> {
    const disk = await readDisk();
    if (disk.kind === "missing") {
      if (editor === undefined) store.setState({ status: "failed", error: disk.reason });
      else if (version !== undefined) store.setState({ disk });
      return;
    }
    const isSame = disk.version === version;
    const isEqual = editor?.doc.eq(disk.text.document) === true;
    if (isSame || isEqual) setSaved(isSame ? saved : disk.text, disk.version);
    else if (editor === undefined || editor.doc.eq(saved.document))
      showText(disk.text, disk.version);
    else store.setState({ disk });
  }

  async function readDisk(): Promise<DiskVersion> {
    try {
      const { text, version: read } = await files.read(folder, path);
      return { kind: "changed", text: readFileText(text), version: read };
    } catch (error) {
      return { kind: "missing", reason: getErrorMessage(error) };
    }
  }

  async function write(): Promise<boolean> {
    if (editor === undefined) return false;
    const text = { format: saved.format, document: editor.doc };
    store.setState({ isSaving: true });
    try {
      const result = await files.write(folder, path, writeFileText(text), version);
      if (result.status === "saved") setSaved(text, result.version);
      else await compare();
      return !store.getState().isDirty;
    } catch (error) {
      store.setState({ error: getErrorMessage(error) });
      return false;
    } finally {
      store.setState({ isSaving: false });
    }
  }

  return {
    ...{ path, store, dispatch },
    getEditorState: () => editor,
    update(transactions) {
      editor = transactions.at(-1)?.state ?? editor;
      if (transactions.some(({ docChanged }) => docChanged)) refreshDirty();
    },
    attach(next) {
      attached = next;
      return () => {
        if (attached === next) attached = undefined;
      };
    },
    load: () => enqueue(async () => (editor === undefined ? compare() : undefined)),
    save: () =>
      enqueue(async () => (store.getState().isDirty || version === undefined ? write() : true)),
    checkDisk() {
      // It is loaded when it is shown.
      if (editor === undefined && store.getState().status === "loading") return Promise.resolve();
      // One check that has not begun sees all changes so far.
      check ??= enqueue(() => {
        check = undefined;
        return compare();
      });
      return check;
    },
    reload() {
      const { disk } = store.getState();
      if (disk?.kind === "changed") showText(disk.text, disk.version);
    },
    keepMine() {
      const { disk } = store.getState();
      if (disk?.kind === "changed") setSaved(disk.text, disk.version);
      else if (disk !== undefined) setSaved(readFileText(""), undefined);
    },
  };
}
