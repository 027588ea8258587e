import { createHash } from "node:crypto";
import { basename } from "node:path";
import { type AcpView, listReportedEdits, type Permission, selectToolCall } from "@acp-store/core";
import type { NodeReviews } from "@acp-store/review/node";
import * as vscode from "vscode";

/** The scheme of documents with the texts of a permission request. */
const SCHEME = "acp-proposed";
/** The texts that are kept for documents which are no longer shown. */
const MAX_TEXTS = 40;

/** A file before and after the edits of a request. */
interface ProposedFile {
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

/** Shows what permission requests would change, in the editor for differences. */
export interface ProposedChanges extends vscode.Disposable {
  show(agentId: string, store: AcpView, permission: Permission): Promise<void>;
}

/** Creates it. In a reviewed folder, it shows whole files, and otherwise the lines that the request has. */
export function createProposedChanges(reviews: NodeReviews | undefined): ProposedChanges {
  const texts = new Map<string, string>();
  const registration = vscode.workspace.registerTextDocumentContentProvider(SCHEME, {
    provideTextDocumentContent: (uri) => texts.get(uri.toString()) ?? "",
  });

  /** Returns the address of a document with a text. */
  function addText(path: string, text: string): vscode.Uri {
    const query = createHash("sha256").update(text).digest("hex").slice(0, 16);
    const uri = vscode.Uri.file(path).with({ scheme: SCHEME, query });
    const key = uri.toString();
    texts.delete(key);
    texts.set(key, text);
    const [oldest] = texts.keys();
    if (texts.size > MAX_TEXTS && oldest !== undefined) texts.delete(oldest);
    return uri;
  }

  async function listFiles(
    agentId: string,
    store: AcpView,
    permission: Permission,
  ): Promise<readonly ProposedFile[]> {
    const { sessionId, permissionId, toolCallId = "", toolCall } = permission;
    const previews = await Promise.all(
      Array.from(reviews?.byFolder.values() ?? [], (review) =>
        review.previewEdits({ agentId, sessionId, permissionId }),
      ),
    );
    const files = previews
      .flat()
      .flatMap(({ path, before, after }) =>
        after === undefined ? [] : [{ path, before: before ?? "", after: after ?? "" }],
      );
    if (files.length > 0) return files;
    const call = selectToolCall(store.getState(), sessionId, toolCallId);
    const shown = new Map<string, ProposedFile>();
    for (const edit of listReportedEdits(toolCall?.content ?? call?.content ?? [])) {
      const { before = "", after = "" } = shown.get(edit.path) ?? {};
      shown.set(edit.path, {
        path: edit.path,
        before: before + (edit.oldText ?? ""),
        after: after + (edit.newText ?? ""),
      });
    }
    return [...shown.values()];
  }

  return {
    async show(agentId, store, permission) {
      for (const { path, before, after } of await listFiles(agentId, store, permission))
        await vscode.commands.executeCommand(
          "vscode.diff",
          addText(path, before),
          addText(path, after),
          `${basename(path)} (proposed)`,
          { preview: false },
        );
    },
    dispose: () => registration.dispose(),
  };
}
