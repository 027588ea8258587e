import { toContentId } from "@acp-store/client/node";
import type { FileContent, Files } from "../files.js";
import { createFolderPaths } from "../follow/folderPaths.js";
import { createDocumentEdits } from "./documentEdits.js";
import type { VscodeApi, VscodeDocument } from "./vscodeApi.js";

const BYTE_ORDER_MARK = "\uFEFF";

/** The time between two reports of what the user types, in ms. A later report finds the same. */
const REPORT_MS = 500;

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * Returns the option `files` of `openReview` for an extension of VS Code: unsaved text of an editor is
 * the current content of its file. It is replaced in the editor, which stays unsaved, keeps its cursors and can
 * undo the change. Saved files are read and replaced on disk, and VS Code loads them again.
 *
 * `replace` rejects if the editor cannot have the new content: another mode, a mixture of line breaks, or no
 * file. The unsaved text stays.
 *
 * @example
 * ```ts
 * import { openReview } from "@acp-store/review/node";
 * import { vscodeFiles } from "@acp-store/review/vscode";
 * import * as vscode from "vscode";
 *
 * const review = await openReview({ folder: "/home/me/app", files: vscodeFiles(vscode) });
 * ```
 */
export function vscodeFiles(
  vscode: VscodeApi,
): (onDisk: Files, folders: readonly string[]) => Required<Files> {
  const { workspace } = vscode;
  return (onDisk, folders) => {
    const paths = createFolderPaths(folders);
    const toPath = ({ uri }: VscodeDocument): string | undefined =>
      uri.scheme === "file" ? paths.toRelative(uri.fsPath, undefined) : undefined;
    const findUnsaved = (path: string): VscodeDocument | undefined =>
      workspace.textDocuments.find(
        (document) => document.isDirty && isUtf8(document) && toPath(document) === path,
      );

    /** Resolves with a file on disk and the document with its unsaved text, if there is one. */
    async function open(path: string): Promise<UnsavedFile | { saved: FileContent | null }> {
      const saved = await onDisk.read(path);
      if (saved === null || saved.mode === "link") return { saved };
      const document = findUnsaved(path);
      return document === undefined ? { saved } : { saved, document };
    }

    return {
      async read(path) {
        const file = await open(path);
        if (!("document" in file)) return file.saved;
        return { bytes: encoder.encode(unsavedTextOf(file)), mode: file.saved.mode };
      },
      async replace(change) {
        const file = await open(change.path);
        if (!("document" in file)) return onDisk.replace(change);
        // From here until `applyEdit`, nothing waits: VS Code refuses an edit of an older version.
        const text = unsavedTextOf(file);
        if (toContentId(encoder.encode(text)) !== change.expected) return false;
        const edits = createEdits(file, change.content);
        if (edits === undefined)
          throw new Error(
            `[acp-store] "${change.path}" has unsaved changes in an editor, which cannot have the new content.`,
          );
        const edit = new vscode.WorkspaceEdit();
        edit.set(file.document.uri, edits);
        return workspace.applyEdit(edit);
      },
      onRescued: (listener) => onDisk.onRescued(listener),
      watch(onChange) {
        const stop = onDisk.watch?.(onChange);
        /** The paths to report, with `user` if the user has edited their documents. */
        const changed = new Map<string, "user" | undefined>();
        let timer: ReturnType<typeof setTimeout> | undefined;
        function report(): void {
          timer = undefined;
          for (const [path, by] of changed) onChange([path], by);
          changed.clear();
        }
        const subscription = workspace.onDidChangeTextDocument(
          ({ document, contentChanges, reason }) => {
            const path = toPath(document);
            if (path === undefined) return;
            const isEdited = document.isDirty || reason !== undefined;
            const isFinal = !document.isDirty && contentChanges.length === 0;
            // The first edit is reported before the document has unsaved text, like loading the file again.
            const isLoaded = changed.has(path) && changed.get(path) === undefined;
            if (isEdited || (isFinal && !isLoaded)) changed.set(path, "user");
            else if (!isFinal && !changed.has(path)) changed.set(path, undefined);
            if (isFinal) report();
            else timer ??= setTimeout(report, REPORT_MS);
          },
        );
        return () => {
          clearTimeout(timer);
          subscription.dispose();
          stop?.();
        };
      },
      isUnsaved: (path) => findUnsaved(path) !== undefined,
    };
  };

  function createEdits(
    { document, saved }: UnsavedFile,
    content: FileContent | null,
  ): readonly object[] | undefined {
    if (content === null || content.mode !== saved.mode) return undefined;
    const text = decode(content.bytes);
    const mark = markOf(saved);
    if (text === undefined || text.startsWith(BYTE_ORDER_MARK) !== (mark !== "")) return undefined;
    const current = { text: document.getText(), eol: document.eol };
    return createDocumentEdits(vscode, current, text.slice(mark.length));
  }
}

interface UnsavedFile {
  readonly saved: FileContent;
  readonly document: VscodeDocument;
}

/** Returns the unsaved text of a file as it would be saved. */
function unsavedTextOf({ document, saved }: UnsavedFile): string {
  return markOf(saved) + document.getText();
}

/** Returns the byte order mark of a file, which VS Code keeps and does not show. */
function markOf({ bytes }: FileContent): string {
  const [first, second, third] = bytes;
  return first === 0xef && second === 0xbb && third === 0xbf ? BYTE_ORDER_MARK : "";
}

function isUtf8({ encoding = "utf8" }: VscodeDocument): boolean {
  return encoding === "utf8" || encoding === "utf8bom";
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}
