import { access } from "node:fs/promises";
import { join } from "node:path";
import { BUG, FIX, SAMPLE } from "../sampleProject.js";
import { editFileTool, type Edit } from "../tools/editFile.js";
import { readFileTool } from "../tools/readFile.js";
import { runCommandTool } from "../tools/runCommand.js";
import type { Turn } from "../turn.js";
import { showSteps } from "./steps.js";
import { NO_SAMPLE, summary } from "./tourTexts.js";

/** One turn with everything: thoughts, a plan, parallel reads, an edit, a command, a failure. */
export async function tour(turn: Turn): Promise<void> {
  turn.session.hasToured = true;
  if (!(await hasSample(turn))) return turn.say(NO_SAMPLE);
  await turn.think(
    "The total of a cart looks too low when something is in it twice. " +
      "First the cart and the prices, then a small fix, then the checks.",
  );
  await turn.say("I will look into `total()`. First a plan, then both sources **at once**.");
  const steps = await showSteps(turn, [
    "Read the cart and the prices",
    "Make total() count every item",
    "Run the checks",
    "Look for the discounts",
  ]);
  await turn.pause(300);

  await steps.next();
  const [cart = ""] = await Promise.all([
    readFileTool(turn, SAMPLE.cart, 1200),
    readFileTool(turn, SAMPLE.prices, 700),
  ]);
  const edit = editFor(cart);

  await steps.next(edit.title);
  await turn.think(`${SAMPLE.cart} is the place. ${edit.reason}`);
  const edited = await editFileTool(turn, edit);
  if (!edited) {
    await steps.rename(`Leave ${edit.file} as it is`);
    await turn.say("I leave the file alone, and let the checks show how it stands.");
  }

  await steps.next(edited ? "Run the checks" : "Show what the checks say without the edit");
  const checks = await runCommandTool(turn, {
    title: `node ${SAMPLE.check}`,
    args: [SAMPLE.check],
    env: { CHECK_PAUSE_MS: String(turn.pace.scale(450)) },
  });
  if (checks === "refused") await steps.rename("Leave the checks to the user");

  await steps.next();
  await turn.say(`One more look: \`${SAMPLE.discounts}\` may hold discounts.`);
  const discounts = await readFileTool(turn, SAMPLE.discounts, 600);
  await steps.next();
  await turn.say(summary({ edit, edited, checks, hasDiscounts: discounts !== undefined }));
}

async function hasSample({ session }: Turn): Promise<boolean> {
  try {
    await Promise.all([SAMPLE.cart, SAMPLE.check].map((file) => access(join(session.cwd, file))));
    return true;
  } catch {
    return false;
  }
}

export interface TourEdit extends Edit {
  readonly reason: string;
}

/** The mistake can be mended once; later tours of the same project note something down. */
function editFor(cart: string): TourEdit {
  if (cart.includes(BUG)) {
    return {
      file: SAMPLE.cart,
      title: "Make total() count every item",
      reason: "The loop never uses count.",
      change: (text) => text.replace(BUG, FIX),
    };
  }
  return {
    file: SAMPLE.readme,
    title: "Note in the readme that total() was looked at",
    reason: "The loop uses count already, so a note is enough.",
    change: (text) => `${text}\n- \`total()\` was looked at and found right.\n`,
  };
}
