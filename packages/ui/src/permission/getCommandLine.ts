/** Returns the command line in the raw input of a tool call. Some agents send the arguments separately. */
export function getCommandLine(rawInput: unknown): string | undefined {
  const { command, args } = (rawInput ?? {}) as { command?: unknown; args?: unknown };
  if (typeof command !== "string") return undefined;
  return Array.isArray(args) ? [command, ...args].join(" ") : command;
}
