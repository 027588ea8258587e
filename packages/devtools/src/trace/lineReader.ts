import { isObject } from "../json.js";
import { createJsonFinder, type FoundJson } from "./findJson.js";
import type { LineReading, TraceFormat } from "./lineReading.js";

/** The content of an entry, and the name of its format. */
interface NamedReading {
  readonly reading: LineReading;
  readonly format: string;
}

/** The content of a line, and of the lines that continue it. */
interface ReadLine {
  /** Empty if nothing in the line has a known format. */
  readonly readings: readonly NamedReading[];
  /** The reason that a message could not be read. */
  readonly error?: string | undefined;
  /** The index of the last line that belongs to the content. */
  readonly lastIndex: number;
}

/** The number of characters in front of an object that are searched for a time and a direction. */
const PREFIX_LENGTH = 300;
/** Codes of colors in the output of a terminal, after the escape character. */
const COLORS = /\[[\d;]*m/g;
const RPC_KEY = /["'](?:jsonrpc|method)["']\s*:/;

/**
 * Creates a function that reads a line with the first format that fits. `above` is the text of the
 * lines above. Lines must be read in order.
 */
export function createLineReader(
  rows: readonly string[],
  formats: readonly TraceFormat[],
): (index: number, above: string) => ReadLine {
  const findJson = createJsonFinder(rows);
  const readers = formats.map(({ name, createReader }) => ({ format: name, read: createReader() }));

  function readValue(value: unknown, json: string, prefix: string, above: string): NamedReading[] {
    if (Array.isArray(value))
      return value.flatMap((item) => (isObject(item) ? readValue(item, json, prefix, above) : []));
    if (!isObject(value)) return [];
    const entry = { value, json, prefix, above };
    for (const { format, read } of readers) {
      const reading = read(entry);
      if (reading !== undefined) return [{ reading, format }];
    }
    // The objects in a pretty-printed list have their own lines.
    if (json.includes("\n")) return [];
    // An export of a tool can be one object with a list of messages.
    return readValue(Object.values(value).find(Array.isArray), json, prefix, above);
  }

  return (index, above) => {
    const row = rows[index] ?? "";
    const readings: NamedReading[] = [];
    let error: string | undefined;
    let end = 0;
    for (const found of findJson(index)) {
      const { start, json, lastIndex } = found;
      if (found.error !== undefined) {
        if (!isMessageLike(found, row)) continue;
        error ??= found.error;
        if (lastIndex > index) return { readings, error, lastIndex };
        continue;
      }
      const prefix = row.slice(end, start).slice(-PREFIX_LENGTH).replace(COLORS, " ");
      // A spread would fail for a list that is too long to be passed as arguments.
      for (const reading of readValue(found.value, json, prefix, above)) readings.push(reading);
      // The objects in a pretty-printed object have their own lines.
      if (lastIndex > index && readings.length > 0) return { readings, lastIndex };
      end = start + json.length;
    }
    return { readings, error: readings.length > 0 ? undefined : error, lastIndex: index };
  };
}

/** Returns whether invalid JSON has the key of a message, or is all that its line has. */
function isMessageLike({ json, start }: FoundJson, row: string): boolean {
  return RPC_KEY.test(json.slice(0, PREFIX_LENGTH)) || row.slice(0, start).trim() === "";
}
