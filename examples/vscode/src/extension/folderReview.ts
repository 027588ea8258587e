import { type NodeReviews, openReviews } from "@acp-store/review/node";
import { vscodeFiles } from "@acp-store/review/vscode";
import * as vscode from "vscode";

/** Opens the reviews of the folders of the workspace. Without them, the agents work without a review. */
export async function openFolderReviews(
  folders: readonly string[],
): Promise<NodeReviews | undefined> {
  const warn = (reason: string): void =>
    void vscode.window.showWarningMessage(`Changes of agents are not reviewed: ${reason}`);
  try {
    const files = vscodeFiles(vscode);
    return await openReviews({ folders, files, onInUse: (_folder, { message }) => warn(message) });
  } catch (error) {
    warn(error instanceof Error ? error.message : String(error));
    return undefined;
  }
}
