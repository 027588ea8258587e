/** A pattern of more characters, or with more repetitions of unknown length, may take very long. */
const MAX_LENGTH = 500;
const MAX_REPETITIONS = 2;

/**
 * Returns a pattern that the browser can check without blocking the page, and otherwise `undefined`: the
 * agent has to check the value itself then. A group that repeats a repetition, such as `(a+)+`, takes
 * exponential time, and each further repetition of unknown length multiplies the time.
 */
export function toSafePattern(pattern: unknown): string | undefined {
  if (typeof pattern !== "string" || pattern.length > MAX_LENGTH) return undefined;
  // Escaped characters and the characters of classes repeat nothing.
  const syntax = pattern.replace(/\\[^]|\[(?:\\[^]|[^\]\\])*\]/g, "x");
  const hasRepeatedGroup = /\)(?:[*+]|\{)/.test(syntax);
  const repetitions = syntax.match(/[*+]|\{\d*,\d*\}/g)?.length ?? 0;
  const hasReference = /\\(?:[1-9]|k)/.test(pattern);
  return hasRepeatedGroup || hasReference || repetitions > MAX_REPETITIONS ? undefined : pattern;
}
