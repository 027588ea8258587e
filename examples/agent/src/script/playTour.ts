import { access } from "node:fs/promises";
import { join } from "node:path";
import type { Turn } from "@acp-store/testing";
import { BUGGY_LINE, FIXED_LINE, SAMPLE_FILES } from "../sampleProject.js";
import { editFileTool, type PlannedEdit } from "../tools/editFile.js";
import { readFileTool } from "../tools/readFile.js";
import { runCommandTool } from "../tools/runCommand.js";
import { startPlan } from "./planProgress.js";
import { think } from "./think.js";
import { MISSING_SAMPLE_TEXT, formatTourSummary } from "./tourTexts.js";

/** Plays a full turn: thoughts, a plan, parallel reads, an edit, a command, and a failing read. */
export async function playTour(turn: Turn): Promise<void> {
  if (!(await hasSample(turn))) return turn.say(MISSING_SAMPLE_TEXT);
  await think(
    turn,
    "The total of a cart looks too low when it contains an item twice. " +
      "I will read the cart and the prices, make a small fix, then run the checks.",
  );
  await turn.say(
    "I will look into `total()`. First a plan, then I will read both files **in parallel**.",
  );
  const steps = await startPlan(turn, [
    "Read the cart and the prices",
    "Make total() count every item",
    "Run the checks",
    "Look for discounts",
  ]);
  await turn.pause(300);

  await steps.next();
  const [cart = ""] = await Promise.all([
    readFileTool(turn, SAMPLE_FILES.cart, 1200),
    readFileTool(turn, SAMPLE_FILES.prices, 700),
  ]);
  const edit = planEdit(cart);

  await steps.next(edit.title);
  await think(turn, `The change belongs in ${edit.file}. ${edit.reason}`);
  const edited = await editFileTool(turn, edit);
  if (!edited) {
    await steps.rename(`Leave ${edit.file} unchanged`);
    await turn.say("I will leave the file unchanged and run the checks to see where they stand.");
  }

  await steps.next(edited ? "Run the checks" : "Run the checks without the edit");
  const checks = await runCommandTool(turn, {
    title: `node ${SAMPLE_FILES.check}`,
    args: [SAMPLE_FILES.check],
    env: { CHECK_PAUSE_MS: String(Math.round(450 / turn.speed)) },
  });
  if (checks === "rejected") await steps.rename("Skip the checks");

  await steps.next();
  await turn.say(`Finally, I will check whether \`${SAMPLE_FILES.discounts}\` defines discounts.`);
  const discounts = await readFileTool(turn, SAMPLE_FILES.discounts, 600);
  await steps.next();
  await turn.say(
    formatTourSummary({ edit, edited, checks, hasDiscounts: discounts !== undefined }),
  );
}

async function hasSample({ session }: Turn): Promise<boolean> {
  try {
    await Promise.all(
      [SAMPLE_FILES.cart, SAMPLE_FILES.check].map((file) => access(join(session.cwd, file))),
    );
    return true;
  } catch {
    return false;
  }
}

export interface TourEdit extends PlannedEdit {
  readonly reason: string;
}

/** Returns the bug fix, or a note for the readme if an earlier tour already fixed the bug. */
function planEdit(cart: string): TourEdit {
  if (cart.includes(BUGGY_LINE)) {
    return {
      file: SAMPLE_FILES.cart,
      title: "Make total() count every item",
      reason: "The loop never uses count.",
      change: (text) => text.replace(BUGGY_LINE, FIXED_LINE),
    };
  }
  return {
    file: SAMPLE_FILES.readme,
    title: "Note in the readme that total() was reviewed",
    reason: "The loop already uses count, so a note is enough.",
    change: (text) => `${text}\n- \`total()\` was reviewed and is correct.\n`,
  };
}
