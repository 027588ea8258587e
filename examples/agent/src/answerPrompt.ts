import type { AgentEvent, Turn } from "@acp-store/testing";
import { selectScript } from "./script/selectScript.js";

const CONTEXT_SIZE = 128_000;
const CHARACTERS_PER_TOKEN = 4;
const TITLE_LENGTH = 60;

/** Sends the title, plays the script for the prompt, and reports the size of the context. */
export async function answerPrompt(turn: Turn): Promise<void> {
  await turn.title(findTitle(turn) ?? shortenToTitle(turn.text));
  await selectScript(turn)(turn);
  const characters = turn.session.events.reduce((sum, event) => sum + countCharacters(event), 0);
  await turn.usage(Math.ceil(characters / CHARACTERS_PER_TOKEN), CONTEXT_SIZE);
}

/** Returns the title of the session, which the user may have changed. */
const findTitle = ({ session }: Turn): string | undefined =>
  session.events.findLast((event) => event.type === "title")?.title;

function shortenToTitle(prompt: string): string {
  const [line = ""] = prompt.split("\n");
  return (line.length > TITLE_LENGTH ? `${line.slice(0, TITLE_LENGTH)}…` : line) || "Untitled";
}

/** Returns the number of characters that an event adds to the context. */
function countCharacters(event: AgentEvent): number {
  if (event.type === "prompt") return event.content.reduce((sum, block) => sum + textOf(block), 0);
  return "text" in event ? event.text.length : 0;
}

const textOf = ({ text }: { readonly [field: string]: unknown }): number =>
  typeof text === "string" ? text.length : 0;
