import { clipText } from "./clipText.js";

/** Deeper levels have the indentation of this one, so that the text grows linearly with the value. */
const MAX_INDENTED_LEVELS = 20;

/** An object or array whose entries are being written. */
interface OpenValue {
  readonly entries: readonly (readonly [string, unknown])[];
  readonly isArray: boolean;
  index: number;
}

/** Longer texts are cut. The browser could not show them, and the longest possible text is not much longer. */
const MAX_CHARACTERS = 20_000_000;

/**
 * Formats a JSON value with an indentation of 2 spaces. Unlike `JSON.stringify`, it does not throw for
 * a value that is nested very deep, and its time grows linearly with the size of the value. A text of
 * more characters than the maximum ends with an ellipsis.
 */
export function formatJson(value: unknown, maxCharacters: number = MAX_CHARACTERS): string {
  const parts: string[] = [];
  let length = 0;
  const append = (text: string): void => {
    parts.push(text);
    length += text.length;
  };
  const open: OpenValue[] = [];
  const write = (next: unknown): void => {
    if (typeof next !== "object" || next === null) {
      append(formatScalar(next));
      return;
    }
    const isArray = Array.isArray(next);
    const entries = Object.entries(next).filter((entry) => isArray || isPresent(entry[1]));
    if (entries.length === 0) append(isArray ? "[]" : "{}");
    else {
      append(isArray ? "[" : "{");
      open.push({ entries, isArray, index: 0 });
    }
  };
  write(value);
  for (let current = open.at(-1); current !== undefined; current = open.at(-1)) {
    const entry = current.entries[current.index];
    if (entry === undefined) {
      open.pop();
      append(startLine(open.length));
      append(current.isArray ? "]" : "}");
      continue;
    }
    if (length > maxCharacters) break;
    if (current.index > 0) append(",");
    append(startLine(open.length));
    if (!current.isArray) append(`${JSON.stringify(entry[0])}: `);
    current.index += 1;
    write(entry[1]);
  }
  return clipText(parts.join(""), maxCharacters);
}

function startLine(depth: number): string {
  return `\n${"  ".repeat(Math.min(depth, MAX_INDENTED_LEVELS))}`;
}

function isPresent(value: unknown): boolean {
  return value !== undefined && typeof value !== "function";
}

function formatScalar(value: unknown): string {
  return typeof value === "bigint" ? String(value) : (JSON.stringify(value) ?? "null");
}
