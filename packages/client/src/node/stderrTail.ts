/** The maximum number of lines to keep. They explain why an agent has ended. */
const LINE_COUNT = 5;
/** The maximum length of a kept line, in UTF-16 code units. */
const LINE_LENGTH = 300;
/** The time in ms before the exit in which a line counts as an explanation. */
const RELEVANT_MS = 2000;

/** The last lines that an agent wrote to stderr. */
export interface StderrTail {
  /** Adds text that arrived at a time, in ms. */
  add(text: string, at: number): void;
  /**
   * Returns the lines that explain an exit at a time, in ms: all kept lines of an agent that has
   * never sent a message, and those of the last two seconds otherwise. Older lines belong to the
   * agent's ordinary log and would name a false cause.
   */
  getLines(exitedAt: number, hasSentMessage: boolean): readonly string[];
}

interface StderrLine {
  readonly text: string;
  /** When the end of the line arrived, in ms. */
  readonly at: number;
}

/** Creates an empty tail. */
export function createStderrTail(): StderrTail {
  /** The last line is incomplete. */
  let lines: readonly StderrLine[] = [];

  return {
    add(text, at) {
      const [first = "", ...rest] = text.split("\n");
      const incomplete = lines.at(-1)?.text ?? "";
      const added = [incomplete + first, ...rest].map((line) => line.slice(0, LINE_LENGTH));
      // Keep one more, because the last line may be empty.
      lines = [...lines.slice(0, -1), ...added.map((line) => ({ text: line, at }))]
        .filter((line, index, all) => line.text.trim() !== "" || index === all.length - 1)
        .slice(-LINE_COUNT - 1);
    },
    getLines: (exitedAt, hasSentMessage) =>
      lines
        .filter(({ text, at }) => {
          const isRelevant = !hasSentMessage || at >= exitedAt - RELEVANT_MS;
          return isRelevant && text.trim() !== "";
        })
        .map(({ text }) => text.trimEnd())
        .slice(-LINE_COUNT),
  };
}
