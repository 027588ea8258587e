/** The maximum length of a line in UTF-16 code units. The rest of a longer line is only counted. */
const MAX_LINE_LENGTH = 10_000;
/** The number of lines to keep until somebody listens. */
const EARLY_LINES = 1000;

/** The lines that an agent writes to stderr, as they arrive. */
export interface StderrLines {
  /** Adds text that may end in the middle of a line. */
  push(text: string): void;
  /** Adds a complete line. */
  addLine(line: string): void;
  /** Ends the last line, which may have no newline. */
  flush(): void;
  /** Calls a listener with each line, beginning with those that have arrived before. */
  listen(listener: (line: string) => void): void;
}

/**
 * Splits the text of stderr into lines, without those that are blank. The memory is limited: a long
 * line is cut and says so, and only the first lines wait for the listener.
 */
export function createStderrLines(): StderrLines {
  /** The start of the unfinished line, and the length of all of it. */
  let unfinished = { start: "", length: 0 };
  let early: string[] = [];
  let onLine = (line: string): void => {
    if (early.length < EARLY_LINES) early.push(line);
  };

  function append(part: string): void {
    const { start, length } = unfinished;
    unfinished = {
      start: start + part.slice(0, MAX_LINE_LENGTH - start.length),
      length: length + part.length,
    };
  }

  function addLine(start: string, length = start.length): void {
    const isCut = length > MAX_LINE_LENGTH;
    const kept = start.slice(0, MAX_LINE_LENGTH);
    const line = isCut ? `${kept}… (cut: ${length} characters)` : kept.replace(/\r$/, "");
    if (line.trim() !== "") onLine(line);
  }

  function flush(): void {
    const { start, length } = unfinished;
    unfinished = { start: "", length: 0 };
    addLine(start, length);
  }

  return {
    push(text) {
      const [first = "", ...rest] = text.split("\n");
      append(first);
      for (const part of rest) {
        flush();
        append(part);
      }
    },
    addLine: (line) => addLine(line),
    flush,
    listen(listener) {
      onLine = listener;
      early.forEach((line) => listener(line));
      early = [];
    },
  };
}
