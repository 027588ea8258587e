import type { AcpStore } from "@acp-store/core";
import type { Checkpoint } from "@acp-store/review";
import { askChoice } from "./choice.js";
import type { ReviewContext } from "./reviewContext.js";
import { formatCount, formatProblem } from "./view/decisions.js";
import { formatCheckpoint, formatRestorePlan } from "./view/restorePlan.js";
import { colored, dim, text } from "./view/text.js";

/** Returns the store of an agent, unless it is not one of this program. */
export type FindStore = (agentId: string) => AcpStore | undefined;

/** Prints the turns whose files can be restored. */
export async function printCheckpoints(
  { review, terminal }: ReviewContext,
  findStore: FindStore,
): Promise<void> {
  await review.flush();
  const { checkpoints, turns } = review.getState();
  if (checkpoints.length === 0) terminal.print([text`There are no checkpoints yet.`]);
  terminal.print(
    checkpoints.map((checkpoint, index) => {
      const turn = turns.find(({ turnId }) => turnId === checkpoint.turnId);
      const prompt = findPrompt(checkpoint, findStore);
      return formatCheckpoint(index + 1, checkpoint, prompt, turn?.paths.length ?? 0);
    }),
  );
}

/** Shows what going back to before a turn would do to the files, and does it if the user agrees. */
export async function restoreFiles(
  { review, terminal, signal }: ReviewContext,
  number: string,
  findStore: FindStore,
): Promise<void> {
  const checkpoint = /^\d{1,3}$/.test(number)
    ? review.getState().checkpoints[Number(number) - 1]
    : undefined;
  if (checkpoint === undefined) {
    terminal.print([text`Checkpoint "${number}" was not found. Use /checkpoints to list them.`]);
    return;
  }
  await review.flush();
  const plan = await review.planRestore(checkpoint.checkpointId);
  terminal.print(formatRestorePlan(plan, checkpoint, findPrompt(checkpoint, findStore)));
  if (plan.files.length === 0) return;
  const count = formatCount(plan.files.length, "file");
  terminal.print([text`${colored("yellow", "?")} Restore ${count}? [y,n]`]);
  if ((await askChoice(terminal, text`  y or n: `, ["y", "n"], signal)) !== "y") {
    terminal.print([dim("  → not restored")]);
    return;
  }
  const { actionId, outcomes } = await review.restore(plan);
  if (actionId === "") {
    terminal.print([text`Nothing was restored, because an agent is working in the folder.`]);
    return;
  }
  const done = [...outcomes.values()].filter((outcome) => outcome === "done").length;
  terminal.print([
    ...Array.from(outcomes, ([path, outcome]) => formatProblem(path, outcome)).flat(),
    dim(`  → restored ${formatCount(done, "file")}. Use /undo to take it back.`),
  ]);
}

/** Returns the prompt that began the turn of a checkpoint, if its session is open. */
function findPrompt(
  { agentId, sessionId, messageId = "" }: Checkpoint,
  findStore: FindStore,
): string | undefined {
  const session = findStore(agentId)?.getState().sessions.get(sessionId);
  const [block] = session?.messages.get(messageId)?.content ?? [];
  return block?.type === "text" ? block.text.split("\n")[0] : undefined;
}
