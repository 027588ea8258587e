import { COMMANDS } from "./commands.js";
import type { Conversation } from "./conversation.js";
import { colored, describeError, text } from "./view/text.js";

const QUIT_COMMAND = "/quit";

/** Handles the user's lines until the input ends, the user quits or the signal is aborted. */
export async function runInputLoop(conversation: Conversation, signal: AbortSignal): Promise<void> {
  const { terminal } = conversation;
  while (!signal.aborted) {
    const line = await terminal.readLine(signal).catch(() => undefined);
    if (line === undefined || line.trim() === QUIT_COMMAND) return;
    const handled = handleLine(conversation, line.trim()).catch((error: unknown) => {
      // A failed request does not end the session, so continue with the next line.
      if (!signal.aborted) terminal.print([colored("red", describeError(error))]);
    });
    // On a screen, commands work while a turn runs. In a pipe, the next line may be an answer.
    if (!terminal.isInteractive) await handled;
  }
}

async function handleLine(conversation: Conversation, line: string): Promise<void> {
  const [name = "", ...args] = line.split(/\s+/);
  const command = COMMANDS[name];
  if (!command) return conversation.prompt(line);
  if (conversation.terminal.isInteractive && name !== "")
    conversation.terminal.print([text`› ${line}`]);
  await command(conversation, args);
}
