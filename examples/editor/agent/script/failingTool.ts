import { SAMPLE } from "../sampleProject.js";
import { readFileTool } from "../tools/readFile.js";
import type { Turn } from "../turn.js";

/** A tool call that fails, and an agent that goes on. */
export async function failingTool(turn: Turn): Promise<void> {
  await turn.say(`I will read \`${SAMPLE.discounts}\`, which is not there.`);
  const text = await readFileTool(turn, SAMPLE.discounts, 400);
  if (text === undefined) await turn.say("As expected, the call **failed**. The turn goes on.");
  else await turn.say(`Somebody has made \`${SAMPLE.discounts}\`: the call worked.`);
}
