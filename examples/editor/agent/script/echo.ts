import { COMMANDS } from "../commands.js";
import type { Turn } from "../turn.js";

/** Answers with what was asked, since a script cannot know better. */
export async function echo(turn: Turn, prompt: string, remark = ""): Promise<void> {
  await turn.think("The script has no answer to that, so the words go back as they came.");
  const commands = COMMANDS.map(({ name, description }) => `- \`/${name}\`: ${description}`);
  const quote = prompt.split("\n").map((line) => `> ${line}`);
  const intro = remark || "I am a **scripted agent**: there is no model behind me. You said:";
  const lines = [intro, "", ...quote, "", "What I can do:", "", ...commands];
  await turn.say(lines.join("\n"));
}
