import type { AvailableCommand } from "@acp-store/core";
import { useCommands } from "@acp-store/react";
import { type KeyboardEvent, useState } from "react";

/** The slash commands that match the text of a prompt. */
export interface CommandHints {
  /** Whether the list is shown. */
  readonly isOpen: boolean;
  /** The first commands whose name starts with the text. */
  readonly commands: readonly AvailableCommand[];
  /** The number of further commands. The user has to type more of the name to see them. */
  readonly hiddenCount: number;
  /** The row that Enter inserts, or -1 if the command is complete and Enter sends it. */
  readonly active: number;
  /** Handles a key press. Returns whether the list handled the key. */
  onKeyDown(event: KeyboardEvent, accept: (index: number) => void): boolean;
}

/** Nobody reads a longer list. */
const MAX_COMMANDS = 50;
const NO_COMMANDS: readonly AvailableCommand[] = [];

/** Returns the slash commands that match the text, and the state of their list. */
export function useCommandHints(text: string): CommandHints {
  const all = useCommands();
  const [chosen, setChosen] = useState({ text: "", index: 0 });
  const [dismissed, setDismissed] = useState<string>();

  const query = /^\/([^\n]*)$/.exec(text)?.[1]?.toLowerCase();
  const matches =
    query === undefined
      ? NO_COMMANDS
      : all.filter(({ name }) => name.toLowerCase().startsWith(query));
  const commands = matches.slice(0, MAX_COMMANDS);
  const isTypedOut = matches.some(({ name }) => name.toLowerCase() === query);
  const isOpen = commands.length > 0 && dismissed !== text;
  const active = chosen.text === text ? chosen.index : isTypedOut ? -1 : 0;

  function onKeyDown(event: KeyboardEvent, accept: (index: number) => void): boolean {
    if (!isOpen) return false;
    const { length } = commands;
    if (event.key === "ArrowDown") setChosen({ text, index: (active + 1) % length });
    else if (event.key === "ArrowUp")
      setChosen({ text, index: (Math.max(active, 0) + length - 1) % length });
    else if (event.key === "Escape") setDismissed(text);
    else if (event.key === "Tab" && !event.shiftKey) accept(Math.max(active, 0));
    else if (event.key === "Enter" && !event.shiftKey && active >= 0) accept(active);
    else return false;
    event.preventDefault();
    return true;
  }

  return { isOpen, commands, hiddenCount: matches.length - commands.length, active, onKeyDown };
}
