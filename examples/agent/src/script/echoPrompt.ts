import type { Turn } from "@acp-store/testing";
import { SLASH_COMMANDS } from "../slashCommands.js";
import { think } from "./think.js";

/** Replies with the prompt itself, because the script has no other answer to it. */
export async function echoPrompt(turn: Turn, remark = ""): Promise<void> {
  await think(turn, "The script has no answer to this prompt, so I will repeat it.");
  const commands = SLASH_COMMANDS.map(({ name, description }) => `- \`/${name}\`: ${description}`);
  const quote = turn.text.split("\n").map((line) => `> ${line}`);
  const intro = remark || "I am a **scripted agent**: there is no model behind me. You said:";
  const lines = [intro, "", ...quote, "", "Available commands:", "", ...commands];
  await turn.say(lines.join("\n"));
}
