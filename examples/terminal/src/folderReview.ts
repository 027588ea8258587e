import { homedir } from "node:os";
import { dirname } from "node:path";
import { type NodeReview, openReview } from "@acp-store/review/node";
import type { Terminal } from "./terminal.js";
import { colored, describeError } from "./view/text.js";
import type { Workspace } from "./workspace.js";

/** Opens the review of the folder, unless it is the home folder or a root. If that fails, says so, and the agents work without a review. */
export async function openFolderReview(
  { cwd, reviewDir }: Workspace,
  terminal: Terminal,
): Promise<NodeReview | undefined> {
  // A review keeps the state of all files, and these folders have everything.
  if (cwd === homedir() || dirname(cwd) === cwd) return undefined;
  try {
    return await openReview({ folder: cwd, ...(reviewDir && { dataDir: reviewDir }) });
  } catch (error) {
    const reason = describeError(error);
    terminal.print([colored("yellow", `Changes of agents are not reviewed: ${reason}`)]);
    return undefined;
  }
}
