import { SAMPLE_FILES } from "../sampleProject.js";
import type { CommandResult } from "../tools/runCommand.js";

export const MISSING_SAMPLE_TEXT: string =
  "I am a **scripted agent** and only know the sample project. " +
  `This folder has no \`${SAMPLE_FILES.cart}\`.\n\n` +
  "Start me without `--cwd` or with an empty folder, and the sample project is created for me.";

export interface TourResult {
  readonly edit: { readonly file: string; readonly title: string };
  readonly edited: boolean;
  readonly checks: CommandResult;
  readonly hasDiscounts: boolean;
}

/** Returns the last message of the tour, a summary of what actually happened. */
export function formatTourSummary({ edit, edited, checks, hasDiscounts }: TourResult): string {
  return [
    "## Summary",
    "",
    edited
      ? `- **Edited** \`${edit.file}\`: ${edit.title}.`
      : `- **Not edited**: \`${edit.file}\` is unchanged.`,
    `- ${formatChecks(checks)}`,
    hasDiscounts
      ? `- \`${SAMPLE_FILES.discounts}\` exists. I did not change it.`
      : `- \`${SAMPLE_FILES.discounts}\` does **not exist**, so there are no discounts to apply.`,
    "",
    "Try `/long`, `/fail` or `/demo` next.",
  ].join("\n");
}

function formatChecks(checks: CommandResult): string {
  if (checks === "rejected")
    return `**Checks not run**: run \`node ${SAMPLE_FILES.check}\` yourself.`;
  if (checks === 0) return "**All checks pass.**";
  return `**Some checks fail** (exit code ${checks}). See the output above.`;
}
