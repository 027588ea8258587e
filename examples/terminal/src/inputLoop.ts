import type { CommandContext } from "./command.js";
import { COMMANDS } from "./commands.js";
import type { Terminal } from "./terminal.js";
import { colored, describeError, text } from "./view/text.js";

const QUIT_COMMAND = "/quit";

/** Handles the user's lines until the input ends, the user quits or the signal is aborted. */
export async function runInputLoop(context: CommandContext, terminal: Terminal): Promise<void> {
  const { conversations, signal } = context;
  while (!signal.aborted) {
    const line = await terminal.readLine(signal).catch(() => undefined);
    if (line === undefined || line.trim() === QUIT_COMMAND) return;
    const conversation = conversations.current;
    const handled = handleLine(context, terminal, line.trim()).catch((error: unknown) => {
      // A failed request does not end the session, so continue with the next line. The inbox has the
      // failures of hidden conversations.
      if (!signal.aborted && conversation === conversations.current)
        terminal.print([colored("red", describeError(error))]);
    });
    // On a screen, commands work while a turn runs. In a pipe, the next line may be an answer.
    if (!terminal.isInteractive) await handled;
  }
}

async function handleLine(
  context: CommandContext,
  terminal: Terminal,
  line: string,
): Promise<void> {
  const { conversations } = context;
  const [name = "", ...args] = line.split(/\s+/);
  const command = COMMANDS[name];
  if (!command) return conversations.current.prompt(line);
  if (terminal.isInteractive && name !== "") terminal.print([text`› ${line}`]);
  await command(conversations.current, args, context);
}
