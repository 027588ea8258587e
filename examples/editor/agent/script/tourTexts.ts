import { SAMPLE } from "../sampleProject.js";
import type { CommandResult } from "../tools/runCommand.js";

export const NO_SAMPLE: string =
  `I am a **scripted agent** and know one project only: there is no \`${SAMPLE.cart}\` here.\n\n` +
  "Start me without `--cwd`, or with an empty folder, and I make that project myself.";

export interface TourResult {
  readonly edit: { readonly file: string; readonly title: string };
  readonly edited: boolean;
  readonly checks: CommandResult;
  readonly hasDiscounts: boolean;
}

/** What really happened, as the last message of the tour. */
export function summary({ edit, edited, checks, hasDiscounts }: TourResult): string {
  return [
    "## Summary",
    "",
    edited
      ? `- **Edited** \`${edit.file}\`: ${edit.title}.`
      : `- **Not edited**: \`${edit.file}\` is as it was.`,
    `- ${checksLine(checks)}`,
    hasDiscounts
      ? `- \`${SAMPLE.discounts}\` exists, and I left it alone.`
      : `- \`${SAMPLE.discounts}\` does **not exist**, so there are no discounts to apply.`,
    "",
    "Ask me anything, or try `/long`, `/fail` and `/demo`.",
  ].join("\n");
}

function checksLine(checks: CommandResult): string {
  if (checks === "refused") return `**Checks not run**: try \`node ${SAMPLE.check}\` yourself.`;
  if (checks === 0) return "**All checks pass.**";
  return `**Some checks fail** (exit code ${checks}): see the output above.`;
}
