import { messageOf } from "./errors.js";
import { COMMANDS } from "./commands.js";
import type { Conversation } from "./conversation.js";
import { clean, colored } from "./view/text.js";

const QUIT = "/quit";

/** Does what the user types, line by line, until there is no more or the signal aborts. */
export async function readLoop(conversation: Conversation, signal: AbortSignal): Promise<void> {
  const { terminal } = conversation;
  while (!signal.aborted) {
    const line = await terminal.read("› ", { signal }).catch(() => undefined);
    if (line === undefined || line.trim() === QUIT) return;
    try {
      await obey(conversation, line.trim());
    } catch (error) {
      if (signal.aborted) return;
      // An agent that refuses one thing may well do the next.
      terminal.print([colored("red", clean(messageOf(error)))]);
    }
  }
}

async function obey(conversation: Conversation, line: string): Promise<void> {
  const [name = "", ...args] = line.split(/\s+/);
  const command = COMMANDS[name];
  if (command) await command(conversation, args);
  else if (line !== "") await conversation.prompt(line);
}
