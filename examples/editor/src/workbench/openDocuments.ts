import type { FileList, FilesClient } from "@acp-store/server/client";
import type { OpenFile } from "@acp-store/ui/codemirror";
import { createEditorExtensions, languageSlot, loadLanguage } from "./editorExtensions.js";
import { createFileDocument, type FileDocument } from "./fileDocument.js";
import type { Workbench } from "./workbenchState.js";

/** The documents of the open files of a folder. */
export interface OpenDocuments {
  /** Returns the document of a file, which is loaded when it is first shown. */
  get(path: string): FileDocument;
  /** Returns the file in the editor with its text. `undefined` until it is loaded. */
  getOpenFile(): OpenFile | undefined;
  /** Returns whether a file has unsaved edits. */
  isDirty(path: string): boolean;
  /** Resolves with the files of the folder. */
  list(signal: AbortSignal): Promise<FileList>;
  /** Listens for files that come, go and change on disk. */
  onDiskChange(listener: () => void): () => void;
}

/** Opens the files of a folder, and follows the disk. */
export function openDocuments(files: FilesClient, workbench: Workbench): OpenDocuments {
  const { folder, store } = workbench;
  const documents = new Map<string, FileDocument>();
  const listeners = new Set<() => void>();

  store.subscribe(({ tabs }, last) => {
    if (tabs === last.tabs) return;
    for (const path of documents.keys()) if (!tabs.includes(path)) documents.delete(path);
  });
  files.follow(folder, (paths) => {
    const changed = paths ?? [...documents.keys()];
    for (const path of changed) void documents.get(path)?.checkDisk();
    for (const listener of listeners) listener();
  });

  addEventListener("beforeunload", (event) => {
    // The browser asks before it leaves the page.
    if ([...documents.values()].some((each) => each.store.getState().isDirty))
      event.preventDefault();
  });

  return {
    get(path) {
      const known = documents.get(path);
      if (known !== undefined) return known;
      const extensions = createEditorExtensions({
        path,
        onEdit: () => workbench.edited(path),
      });
      const document = createFileDocument({ files, folder, path, extensions });
      documents.set(path, document);
      const stop = document.store.subscribe(({ status }) => {
        if (status !== "ready") return;
        stop();
        void loadLanguage(path).then((language) =>
          document.dispatch({ effects: languageSlot.reconfigure(language) }),
        );
      });
      return document;
    },
    getOpenFile() {
      const { active: path = "" } = store.getState();
      const state = documents.get(path)?.getEditorState();
      return state === undefined ? undefined : { path, state };
    },
    isDirty: (path) => documents.get(path)?.store.getState().isDirty === true,
    list: (signal) => files.list(folder, { signal }),
    onDiskChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
