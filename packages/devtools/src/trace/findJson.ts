import { parseJson } from "../json.js";
import { pythonToJson } from "./pythonToJson.js";

/** JSON that starts in a line of a log. */
export interface FoundJson {
  /** Its position in the line. */
  readonly start: number;
  /** The text of the JSON. */
  readonly json: string;
  /** The value, unless there is an `error`. */
  readonly value?: unknown;
  /** The reason that the JSON is invalid. */
  readonly error?: string;
  /** The index of the line in which it ends. */
  readonly lastIndex: number;
}

/** The number of invalid objects that are tried in each line. This limit and the next keep the search linear. */
const MAX_FAILURES = 4;
/** The number of times that the text may be read to find the ends of pretty-printed objects. */
const MAX_PASSES = 4;

/** An object or a list of objects, at the start of a line. */
const FIRST_START = /^\s*(?:\{|\[(?=\s*\{))/;
/** An object after other text. */
const NEXT_START = /\{(?=\s*["'}]|$)/g;

const INCOMPLETE = "the closing brace is missing";

/**
 * Creates a function that finds the objects that start in a line, by the index of the line. A
 * pretty-printed object ends in a later line. The list around such objects is left out, because each
 * of them starts in a separate line.
 */
export function createJsonFinder(rows: readonly string[]): (index: number) => Generator<FoundJson> {
  let budget = MAX_PASSES * rows.reduce((sum, { length }) => sum + length + 1, 0);

  /** Returns the index of the next line that is not indented more than a line. */
  function findOutdent(index: number, indent: number): number | undefined {
    for (let at = index + 1; at < rows.length && budget > 0; at++) {
      const row = rows[at] ?? "";
      budget -= row.length + 1;
      if (indentOf(row) <= indent) return at;
    }
    return undefined;
  }

  function readBlock(index: number, first: string): Omit<FoundJson, "start"> {
    const indent = indentOf(rows[index] ?? "");
    const end = findOutdent(index, indent);
    const json = [first, ...rows.slice(index + 1, end ?? index + 10), "}"].join("\n");
    if (end !== undefined && rows[end]?.[indent] === "}") return { ...parse(json), lastIndex: end };
    return { json, error: INCOMPLETE, lastIndex: end === undefined ? index : end - 1 };
  }

  return function* findJson(index) {
    const row = rows[index] ?? "";
    const first = FIRST_START.exec(row)?.[0];
    let start = first === undefined ? nextStart(row, 0) : first.length - 1;
    for (let failures = 0; start !== undefined && failures < MAX_FAILURES; ) {
      const end = findEnd(row, start);
      const text = row.slice(start, end);
      if (end === undefined && text.trimEnd() === "{") {
        yield { start, ...readBlock(index, text) };
        return;
      }
      const result = end === undefined ? { json: text, error: INCOMPLETE } : parse(text);
      yield { start, ...result, lastIndex: index };
      if (result.error !== undefined) failures++;
      start = nextStart(row, result.error === undefined && end !== undefined ? end : start + 1);
    }
  };
}

function parse(json: string): Pick<FoundJson, "json" | "value" | "error"> {
  try {
    return { json, value: parseJson(json.startsWith("{'") ? pythonToJson(json) : json) };
  } catch (error) {
    return { json, error: String(error) };
  }
}

function nextStart(row: string, from: number): number | undefined {
  NEXT_START.lastIndex = from;
  return NEXT_START.exec(row)?.index;
}

/** Returns the position behind an object or list, or `undefined` if it does not end in the line. */
function findEnd(row: string, start: number): number | undefined {
  let depth = 0;
  for (let at = start; at < row.length; at++) {
    const char = row[at];
    if (char === "{" || char === "[") depth++;
    else if ((char === "}" || char === "]") && --depth === 0) return at + 1;
    else if (char === '"' || char === "'") at = findQuote(row, char, at + 1);
  }
  return undefined;
}

/** Returns the position of the next quote that is not escaped, or the end of the line. */
function findQuote(row: string, quote: string, from: number): number {
  for (let at = row.indexOf(quote, from); at !== -1; at = row.indexOf(quote, at + 1)) {
    let first = at;
    while (row[first - 1] === "\\") first--;
    if ((at - first) % 2 === 0) return at;
  }
  return row.length;
}

/** Returns the number of spaces at the start of a line. */
function indentOf(row: string): number {
  const indent = row.search(/\S/);
  return indent === -1 ? 0 : indent;
}
