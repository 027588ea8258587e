/** The limits of a log. They include the first lines. */
export interface LogLimits {
  readonly lines: number;
  readonly characters: number;
}

/** Some consecutive lines of a log. */
export interface LogBatch {
  readonly text: string;
  /** The position of the first line after this batch. */
  readonly next: number;
}

/** The first messages of a trace, which start the connection, and the newest lines. */
export interface FrameLog {
  append(line: string, isMessage?: boolean): void;
  /**
   * Returns some lines from position `from` on. The text is empty if there are none yet. Dropped
   * lines are replaced by one line `{"skipped":n}`.
   */
  read(from: number): LogBatch;
}

/**
 * The number of first messages to keep, with the lines between them. They contain the protocol version,
 * which is needed to parse all other messages. They may take up to half of the characters.
 */
const HEAD_MESSAGES = 10;
const HEAD_LINES = 1000;
/** The approximate number of characters in a batch. */
const BATCH_CHARACTERS = 256 * 1024;

export function createFrameLog(limits: LogLimits): FrameLog {
  const head: string[] = [];
  let headMessages = 0;
  let tail: string[] = [];
  /** The position of `tail[0]` in the trace. */
  let base = 0;
  /** The index in `tail` of the first line that has not been dropped. */
  let start = 0;
  /** The number of characters in all lines that have not been dropped. */
  let characters = 0;

  /**
   * Returns whether the next line belongs to the head. The first line that does not fit ends it.
   */
  function isHead({ length }: string): boolean {
    const isFull = headMessages === HEAD_MESSAGES || head.length === HEAD_LINES;
    const isComplete = isFull || base + tail.length > head.length;
    return !isComplete && characters + length <= limits.characters / 2;
  }

  function dropOldest(): void {
    while (tail.length - start > limits.lines || characters > limits.characters) {
      characters -= tail[start]?.length ?? 0;
      tail[start] = "";
      start += 1;
    }
    // Remove the dropped lines in bulk, which makes the cost per line negligible.
    if (start < 1000 || start < tail.length / 2) return;
    tail = tail.slice(start);
    base += start;
    start = 0;
  }

  const read = (from: number): LogBatch => {
    const batch = joinLines(head, from);
    if (batch.text !== "") return batch;
    const first = base + start;
    if (from < first) return { text: `{"skipped":${first - from}}\n`, next: first };
    const { text, next } = joinLines(tail, from - base);
    return { text, next: base + next };
  };

  return {
    append(line, isMessage = true) {
      if (isHead(line)) {
        base = head.push(line);
        if (isMessage) headMessages++;
      } else tail.push(line);
      characters += line.length;
      dropOldest();
    },
    read,
  };
}

function joinLines(lines: readonly string[], from: number): LogBatch {
  let text = "";
  let next = from;
  while (text.length < BATCH_CHARACTERS && next < lines.length) text += `${lines[next++]}\n`;
  return { text, next };
}
