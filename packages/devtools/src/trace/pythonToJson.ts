/** A string or a constant of Python. */
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"|'[^'\\]*(?:\\.[^'\\]*)*'|\b(?:True|False|None)\b/gs;
const CONSTANTS: Readonly<Record<string, string>> = { True: "true", False: "false", None: "null" };
/** Differences between the contents of strings: `\'` and `\x07` in Python, and `"` in single quotes. */
const NOT_JSON = /\\x([\da-f]{2})|\\(.)|"/gs;

/** Converts a dictionary that Python has printed to JSON. */
export function pythonToJson(text: string): string {
  return text.replace(TOKENS, (token) => CONSTANTS[token] ?? toJsonString(token.slice(1, -1)));
}

function toJsonString(content: string): string {
  const text = content.replace(NOT_JSON, (match, code?: string, escaped?: string) => {
    if (code !== undefined) return `\\u00${code}`;
    if (escaped === "'") return "'";
    return match === '"' ? '\\"' : match;
  });
  return `"${text}"`;
}
