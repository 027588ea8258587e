import { toUSVString } from "node:util";

/**
 * Returns a text that survives UTF-8 and SQLite: the text itself, or JSON if the text contains lone
 * surrogates or NUL. Only JSON begins with a quotation mark.
 */
export function escapeText(text: string): string {
  const isSafe = toUSVString(text) === text && !text.includes("\0") && !text.startsWith('"');
  return isSafe ? text : JSON.stringify(text);
}

/** Returns the text that {@link escapeText} was given, or `undefined` if it is damaged. */
export function parseText(stored: string): string | undefined {
  try {
    return stored.startsWith('"') ? String(JSON.parse(stored)) : stored;
  } catch {
    return undefined;
  }
}
