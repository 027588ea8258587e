import { fileURLToPath } from "node:url";
import { runCommandTool } from "../tools/runCommand.js";
import type { Turn } from "../turn.js";

const DEFAULT_TICKS = 12;
const MAX_TICKS = 600;

const COUNTER_SCRIPT = fileURLToPath(new URL("../counter.js", import.meta.url));

/** Runs a command that counts seconds. A number in the prompt sets how many. */
export async function runLongCommand(turn: Turn, prompt: string): Promise<void> {
  const wanted = Number(/\d+/.exec(prompt)?.[0] ?? DEFAULT_TICKS);
  const ticks = Math.min(Math.max(wanted, 1), MAX_TICKS);
  await turn.sendMessage(`Counting to ${ticks}. **Cancel** the turn to stop the command.`);
  const result = await runCommandTool(turn, {
    title: `node counter.js ${ticks}`,
    args: [COUNTER_SCRIPT, String(ticks), String(turn.pace.scale(1000))],
  });
  if (result === "rejected")
    await turn.sendMessage("The command was rejected, so I will not count.");
  else
    await turn.sendMessage(`Counted to ${ticks}. The command finished with exit code ${result}.`);
}
