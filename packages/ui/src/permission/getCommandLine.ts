import { formatJson } from "../format/formatJson.js";

/** Returns the command line in the raw input of a tool call. Some agents send the arguments separately. */
export function getCommandLine(rawInput: unknown): string | undefined {
  const { command, args } = (rawInput ?? {}) as { command?: unknown; args?: unknown };
  if (typeof command !== "string") return undefined;
  if (!Array.isArray(args)) return command;
  return [command, ...args.map((arg) => (typeof arg === "string" ? arg : formatJson(arg)))].join(
    " ",
  );
}
