import type { Terminal } from "./terminal.js";
import { type SafeText, text } from "./view/text.js";

/**
 * Asks the user for one of some keys. Resolves with the key, or with `undefined` if the input ends or the
 * signal is aborted first.
 */
export async function askChoice(
  terminal: Terminal,
  label: SafeText,
  keys: readonly string[],
  signal: AbortSignal,
): Promise<string | undefined> {
  const isComplete = (answer: string): boolean => keys.includes(answer);
  for (;;) {
    try {
      const line = await terminal.readAnswer({ label, signal, isComplete });
      if (line === undefined || isComplete(line.trim())) return line?.trim();
    } catch (error) {
      if (signal.aborted) return undefined;
      throw error;
    }
    terminal.print([text`  Enter one of ${keys.join(", ")}.`]);
  }
}
