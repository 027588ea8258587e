import type { Turn } from "@acp-store/testing";
import { SAMPLE_FILES } from "../sampleProject.js";
import { readFileTool } from "../tools/readFile.js";

/** Runs a tool call that fails, then continues the turn. */
export async function callFailingTool(turn: Turn): Promise<void> {
  await turn.say(`I will read \`${SAMPLE_FILES.discounts}\`, which does not exist.`);
  const text = await readFileTool(turn, SAMPLE_FILES.discounts, 400);
  if (text === undefined)
    await turn.say("As expected, the tool call **failed**. The turn continues.");
  else await turn.say(`\`${SAMPLE_FILES.discounts}\` exists now, so the tool call succeeded.`);
}
