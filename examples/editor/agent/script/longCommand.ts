import { fileURLToPath } from "node:url";
import { runCommandTool } from "../tools/runCommand.js";
import type { Turn } from "../turn.js";

const DEFAULT_TICKS = 12;
const MAX_TICKS = 600;

const COUNTER = fileURLToPath(new URL("../counter.js", import.meta.url));

/** A command that counts seconds; a number in the prompt says how many. */
export async function longCommand(turn: Turn, prompt: string): Promise<void> {
  const wanted = Number(/\d+/.exec(prompt)?.[0] ?? DEFAULT_TICKS);
  const ticks = Math.min(Math.max(wanted, 1), MAX_TICKS);
  await turn.say(`Counting to ${ticks}. **Cancel** stops the command and me.`);
  const result = await runCommandTool(turn, {
    title: `node counter.js ${ticks}`,
    args: [COUNTER, String(ticks), String(turn.pace.scale(1000))],
  });
  if (result === "refused") await turn.say("Then I will not count.");
  else await turn.say(`Counted to ${ticks}; the command ended with exit code ${result}.`);
}
