import { fileURLToPath } from "node:url";
import type { Turn } from "@acp-store/testing";
import { runCommandTool } from "../tools/runCommand.js";

const DEFAULT_TICKS = 12;
const MAX_TICKS = 600;

const COUNTER_SCRIPT = fileURLToPath(new URL("./counter.js", import.meta.url));

/** Runs a command that counts seconds. A number in the prompt sets how many. */
export async function runLongCommand(turn: Turn, prompt: string): Promise<void> {
  const wanted = Number(/\d+/.exec(prompt)?.[0] ?? DEFAULT_TICKS);
  const ticks = Math.min(Math.max(wanted, 1), MAX_TICKS);
  await turn.say(`Counting to ${ticks}. **Cancel** the turn to stop the command.`);
  const result = await runCommandTool(turn, {
    title: `node counter.js ${ticks}`,
    args: [COUNTER_SCRIPT, String(ticks), String(Math.round(1000 / turn.speed))],
  });
  if (result === "rejected") await turn.say("The command was rejected, so I will not count.");
  else await turn.say(`Counted to ${ticks}. The command finished with exit code ${result}.`);
}
