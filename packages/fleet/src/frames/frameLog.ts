/** The limits of a log. */
export interface FrameLogLimits {
  /** The number of the newest lines to keep. The first ones of the connection come on top. */
  readonly lines: number;
  /** The number of characters of all lines, in UTF-16 code units. */
  readonly characters: number;
}

/** Some consecutive lines of a log. */
export interface FrameLogBatch {
  /** The lines, each with its line break. */
  readonly text: string;
  /** The position of the first line after this batch. */
  readonly next: number;
}

/** The newest lines of a log, and the first messages of the connection that the oldest of them belong to. */
export interface FrameLog {
  /**
   * Adds a line, without its line break. `isMessage`: whether it is a message, and not a line of stderr.
   * Default: `true`.
   */
  append(line: string, isMessage?: boolean): void;
  /** Marks the start of a connection. The first messages of the connection follow. */
  startConnection(): void;
  /**
   * Returns some lines from position `from` on: as many as fit in `maxCharacters`, but at least one. The text
   * is empty if there are none yet. Dropped lines are replaced by one line `{"skipped":n}`.
   */
  read(from: number, maxCharacters?: number): FrameLogBatch;
}

/**
 * The number of first messages to keep, with the lines between them. They contain the protocol version,
 * which is needed to parse all other messages. They may take up to half of the characters.
 */
const HEAD_MESSAGES = 10;
const HEAD_LINES = 1000;
/** The number of characters in a batch. Larger ones would delay the other messages of a connection. */
const BATCH_CHARACTERS = 256 * 1024;

/** The first lines of a connection, as positions in the log. `to` is the position after the last one. */
interface Head {
  readonly from: number;
  to: number;
  messages: number;
  characters: number;
}

/**
 * Creates a log of lines that keeps the newest ones.
 *
 * @example
 * ```ts
 * const log = createFrameLog({ lines: 50_000, characters: 32_000_000 });
 * log.append('{"t":12,"dir":"recv","msg":{"jsonrpc":"2.0","id":0,"result":{}}}');
 * const { text, next } = log.read(0);
 * ```
 */
export function createFrameLog(limits: FrameLogLimits): FrameLog {
  let tail: string[] = [];
  /** The position of `tail[0]` in the log. */
  let base = 0;
  /** The index in `tail` of the first line that is not dropped. */
  let start = 0;
  /** The number of characters in all lines that are kept. */
  let characters = 0;
  /** The heads of the connections that have lines in `tail`, the oldest first. */
  const heads: Head[] = [createHead(0)];
  /** The lines of the first head that are no longer in `tail`. */
  let pinned: string[] = [];

  /** Adds the next line to the head of the connection, if it is not complete. The first line that does not fit ends it. */
  function addToHead({ length }: string, isMessage: boolean): void {
    const head = heads.at(-1);
    const position = base + tail.length;
    if (head === undefined || head.to !== position) return;
    if (head.messages === HEAD_MESSAGES || head.to - head.from === HEAD_LINES) return;
    if (head.characters + length > limits.characters / 2) return;
    head.to = position + 1;
    head.characters += length;
    if (isMessage) head.messages++;
  }

  function dropOldest(): void {
    while (
      start < tail.length &&
      (tail.length - start > limits.lines || characters > limits.characters)
    ) {
      dropLine(tail[start] ?? "", base + start);
      tail[start] = "";
      start += 1;
    }
    // Remove the dropped lines in bulk, which makes the cost per line negligible.
    if (start < 1000 || start < tail.length / 2) return;
    tail = tail.slice(start);
    base += start;
    start = 0;
  }

  /** Drops a line of the tail, unless it is one of the first lines of the connection that the next one belongs to. */
  function dropLine(line: string, position: number): void {
    dropHeadsBefore(position + 1);
    const { from, to } = heads[0] ?? createHead(0);
    if (position >= from && position < to) pinned.push(line);
    else characters -= line.length;
  }

  /** Drops the first lines of the connections before the one that a line belongs to. */
  function dropHeadsBefore(position: number): void {
    while (heads[1] !== undefined && heads[1].from <= position) {
      heads.shift();
      for (const { length } of pinned) characters -= length;
      pinned = [];
    }
  }

  return {
    append(line, isMessage = true) {
      addToHead(line, isMessage);
      tail.push(line);
      characters += line.length;
      dropOldest();
    },
    startConnection() {
      const position = base + tail.length;
      if (heads.at(-1)?.from === position) return;
      heads.push(createHead(position));
      dropHeadsBefore(base + start);
    },
    read(from, maxCharacters = BATCH_CHARACTERS) {
      const pinnedFrom = heads[0]?.from ?? 0;
      const first = base + start;
      if (pinned.length > 0 && from < pinnedFrom) return dropped(from, pinnedFrom);
      const inPinned = joinLines(pinned, from - pinnedFrom, maxCharacters);
      if (from < first && inPinned.text !== "")
        return { text: inPinned.text, next: pinnedFrom + inPinned.next };
      if (from < first) return dropped(from, first);
      const { text, next } = joinLines(tail, from - base, maxCharacters);
      return { text, next: base + next };
    },
  };
}

function createHead(position: number): Head {
  return { from: position, to: position, messages: 0, characters: 0 };
}

function dropped(from: number, to: number): FrameLogBatch {
  return { text: `{"skipped":${to - from}}\n`, next: to };
}

function joinLines(lines: readonly string[], from: number, maxCharacters: number) {
  let text = "";
  let next = from;
  for (let line = lines[next]; line !== undefined; line = lines[next]) {
    if (text !== "" && text.length + line.length >= maxCharacters) break;
    text += `${line}\n`;
    next++;
  }
  return { text, next };
}
