import { isObject } from "../json.js";

/**
 * Returns the command line in the raw input of a tool call, or `undefined` if it has none. Some agents send
 * the arguments separately.
 *
 * @example
 * ```ts
 * getCommandLine({ command: "rm", args: ["-r", "dist"] }); // "rm -r dist"
 * ```
 */
export function getCommandLine(rawInput: unknown): string | undefined {
  const { command, args } = isObject(rawInput) ? rawInput : {};
  if (typeof command !== "string") return undefined;
  const texts = Array.isArray(args) ? args : [];
  return [
    command,
    ...texts.map((arg) => (typeof arg === "string" ? arg : JSON.stringify(arg))),
  ].join(" ");
}
