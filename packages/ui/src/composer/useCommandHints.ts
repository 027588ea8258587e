import type { AvailableCommand } from "@acp-store/core";
import { useCommands } from "@acp-store/react";
import { type OptionKeys, useOptionKeys } from "./useOptionKeys.js";

/** The slash commands that match the text of a prompt. `active` is -1 if the command is complete and Enter sends it. */
export interface CommandHints extends OptionKeys {
  /** The first commands whose name starts with the text. */
  readonly commands: readonly AvailableCommand[];
  /** The number of further commands. The user has to type more of the name to see them. */
  readonly hiddenCount: number;
}

/** Nobody reads a longer list. */
const MAX_COMMANDS = 50;
const NO_COMMANDS: readonly AvailableCommand[] = [];

/** Returns the slash commands that match the text, and the state of their list. */
export function useCommandHints(text: string): CommandHints {
  const all = useCommands();
  const query = /^\/([^\n]*)$/.exec(text)?.[1]?.toLowerCase();
  const matches =
    query === undefined
      ? NO_COMMANDS
      : all.filter(({ name }) => name.toLowerCase().startsWith(query));
  const commands = matches.slice(0, MAX_COMMANDS);
  const isTypedOut = matches.some(({ name }) => name.toLowerCase() === query);
  const keys = useOptionKeys({
    ...{ count: commands.length, query: text, subject: text },
    preselected: isTypedOut ? -1 : 0,
  });
  return { ...keys, commands, hiddenCount: matches.length - commands.length };
}
