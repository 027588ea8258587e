import { COMMANDS } from "./commands.js";
import type { Conversation } from "./conversation.js";
import { colored, describeError, sanitizeText } from "./view/text.js";

const QUIT_COMMAND = "/quit";

/** Handles the user's lines until the input ends, the user quits or the signal is aborted. */
export async function runInputLoop(conversation: Conversation, signal: AbortSignal): Promise<void> {
  const { terminal } = conversation;
  while (!signal.aborted) {
    const line = await terminal.readLine("› ", { signal }).catch(() => undefined);
    if (line === undefined || line.trim() === QUIT_COMMAND) return;
    try {
      await handleLine(conversation, line.trim());
    } catch (error) {
      if (signal.aborted) return;
      // A failed request does not end the session, so continue with the next line.
      terminal.print([colored("red", sanitizeText(describeError(error)))]);
    }
  }
}

async function handleLine(conversation: Conversation, line: string): Promise<void> {
  const [name = "", ...args] = line.split(/\s+/);
  const command = COMMANDS[name];
  if (command) await command(conversation, args);
  else if (line !== "") await conversation.prompt(line);
}
