import type { TerminalAuthMethod } from "@acp-store/core";

/** Characters that have no meaning for a POSIX shell. */
const PLAIN = /^[\w@%+=:,./-]+$/;

/**
 * Returns the line to run in a terminal to sign in: the agent's own command, with the environment
 * variables and the arguments of the method. It is quoted for POSIX shells.
 */
export function formatLoginCommand(
  agentCommand: readonly string[],
  { args, env }: Pick<TerminalAuthMethod, "args" | "env">,
): string {
  const variables = listVariables(env).map(([name, value]) => `${name}=${quote(value)}`);
  return [...variables, ...[...agentCommand, ...(args ?? [])].map(quote)].join(" ");
}

/** Version 1 sends the variables by name, version 2 sends a list. */
function listVariables(env: TerminalAuthMethod["env"]): (readonly [name: string, value: string])[] {
  return isList(env) ? env.map(({ name, value }) => [name, value]) : Object.entries(env ?? {});
}

/** `Array.isArray` does not narrow readonly lists. */
function isList<Item>(
  value: object | readonly Item[] | null | undefined,
): value is readonly Item[] {
  return Array.isArray(value);
}

function quote(word: string): string {
  return PLAIN.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
