import { parseArgsStringToArgv } from "string-argv";
import { UsageError } from "./usageError.js";

export interface AgentCommand {
  readonly command: string;
  readonly args: readonly string[];
}

/**
 * Splits a command line at blanks outside quotes. A backslash is an ordinary character, since
 * Windows paths are full of them: quote a path that holds a blank.
 *
 * @throws {UsageError} when a quote stays open or nothing is left to run.
 */
export function splitCommandLine(line: string): AgentCommand {
  const quote = openQuote(line);
  if (quote) throw new UsageError(`--agent ${line}: the quote ${quote} is never closed. Close it.`);
  const [command, ...args] = parseArgsStringToArgv(line);
  if (!command) throw new UsageError(`--agent "${line}" names no program: give a command to run.`);
  return { command, args };
}

function openQuote(line: string): string | undefined {
  let open: string | undefined;
  for (const character of line) {
    if (open === undefined && (character === '"' || character === "'")) open = character;
    else if (character === open) open = undefined;
  }
  return open;
}
