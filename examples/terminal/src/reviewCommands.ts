import type { Command } from "./command.js";
import { type FindStore, printCheckpoints, restoreFiles } from "./restoreFiles.js";
import { reviewChanges } from "./reviewChanges.js";
import type { ReviewContext } from "./reviewContext.js";
import { undoLast } from "./reviewDecisions.js";
import { text } from "./view/text.js";

type ReviewCommand = (
  context: ReviewContext,
  args: readonly string[],
  findStore: FindStore,
) => Promise<void>;

/** Returns a command that needs the review of the folder. */
function withReview(run: ReviewCommand): Command {
  return async ({ terminal }, args, { conversations, review, signal }) => {
    if (review === undefined) {
      terminal.print([text`The changes in this folder are not reviewed.`]);
      return;
    }
    const find = (agentId: string) => conversations.all.find((each) => each.agentId === agentId);
    const context: ReviewContext = {
      ...{ review, terminal },
      nameAgent: (agentId) =>
        conversations.all.length === 1 ? "agent" : (find(agentId)?.name ?? agentId),
      findState: (agentId) => find(agentId)?.store.getState(),
      signal: AbortSignal.any([signal, conversations.hidden]),
    };
    await run(context, args, (agentId) => find(agentId)?.store);
  };
}

/** The commands that review and restore files, by the first word of the line. */
export const REVIEW_COMMANDS: Readonly<Record<string, Command>> = {
  "/review": withReview(reviewChanges),
  "/checkpoints": withReview((context, _args, findStore) => printCheckpoints(context, findStore)),
  "/restore": withReview((context, [number = ""], findStore) =>
    restoreFiles(context, number, findStore),
  ),
  "/undo": withReview(async (context) => void (await undoLast(context))),
};
