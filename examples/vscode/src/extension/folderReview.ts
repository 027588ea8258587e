import { type NodeReview, openReview } from "@acp-store/review/node";
import { vscodeFiles } from "@acp-store/review/vscode";
import * as vscode from "vscode";
import { describeOutcomes } from "../host/reviewOutcomes.js";

/** Opens the review of the workspace folder. Without it, the agents work without a review. */
export async function openFolderReview(): Promise<NodeReview | undefined> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  if (folder === undefined) return undefined;
  try {
    return await openReview({ folder, files: vscodeFiles(vscode) });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    void vscode.window.showWarningMessage(`Changes of agents are not reviewed: ${reason}`);
    return undefined;
  }
}

/** Registers the commands that decide about all changes. */
export function registerReviewCommands(review: NodeReview | undefined): vscode.Disposable[] {
  const register = (id: string, decision: "keep" | "reject"): vscode.Disposable =>
    vscode.commands.registerCommand(id, async () => {
      const result = await review?.[decision]("all");
      const message = describeOutcomes(decision, result?.outcomes ?? new Map());
      void vscode.window.showInformationMessage(message);
    });
  return [register("acpStore.keepAll", "keep"), register("acpStore.rejectAll", "reject")];
}
