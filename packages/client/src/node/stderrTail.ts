/** The number of lines to keep. They explain why an agent crashed. */
const LINE_COUNT = 5;
/** The maximum length of a kept line, in UTF-16 code units. */
const LINE_LENGTH = 300;

/** The last lines that an agent wrote to stderr. */
export interface StderrTail {
  add(text: string): void;
  getText(): string;
}

/** Creates an empty tail that keeps the last lines of the text added to it. */
export function createStderrTail(): StderrTail {
  let kept = "";
  return {
    add(text) {
      const lines = (kept + text).split("\n").map((line) => line.slice(0, LINE_LENGTH));
      // Keep one more, because the last line may be empty or incomplete.
      kept = lines.slice(-LINE_COUNT - 1).join("\n");
    },
    getText: () => kept.trim().split(/\r?\n/).slice(-LINE_COUNT).join("\n"),
  };
}
