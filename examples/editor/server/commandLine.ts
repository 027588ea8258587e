import { parseArgsStringToArgv } from "string-argv";
import { UsageError } from "./options.js";

export interface CommandLine {
  readonly command: string;
  readonly args: readonly string[];
}

/**
 * Splits a command line at spaces outside quotes. A backslash is an ordinary character because
 * Windows paths contain many of them, so a path that contains a space has to be quoted.
 *
 * @throws {UsageError} if a quote is not closed or the command is empty.
 */
export function splitCommandLine(line: string): CommandLine {
  const quote = findUnclosedQuote(line);
  if (quote) throw new UsageError(`--agent ${line}: the quote ${quote} is not closed.`);
  const [command, ...args] = parseArgsStringToArgv(line);
  if (!command) throw new UsageError(`--agent "${line}" does not name a program.`);
  return { command, args };
}

function findUnclosedQuote(line: string): string | undefined {
  let open: string | undefined;
  for (const character of line) {
    if (open === undefined && (character === '"' || character === "'")) open = character;
    else if (character === open) open = undefined;
  }
  return open;
}
