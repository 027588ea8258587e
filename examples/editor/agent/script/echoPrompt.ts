import { SLASH_COMMANDS } from "../slashCommands.js";
import type { Turn } from "../turn.js";

/** Replies with the prompt itself, because the script has no other answer to it. */
export async function echoPrompt(turn: Turn, prompt: string, remark = ""): Promise<void> {
  await turn.sendThought("The script has no answer to this prompt, so I will repeat it.");
  const commands = SLASH_COMMANDS.map(({ name, description }) => `- \`/${name}\`: ${description}`);
  const quote = prompt.split("\n").map((line) => `> ${line}`);
  const intro = remark || "I am a **scripted agent**: there is no model behind me. You said:";
  const lines = [intro, "", ...quote, "", "Available commands:", "", ...commands];
  await turn.sendMessage(lines.join("\n"));
}
