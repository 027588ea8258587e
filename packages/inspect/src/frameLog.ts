/** How much is kept for pages that open later, the first lines included. */
export interface LogLimits {
  readonly lines: number;
  readonly characters: number;
}

/** What a page gets next. */
export interface Piece {
  readonly text: string;
  readonly next: number;
}

/** The lines of a trace: the first, which say how the connection began, and the newest. */
export interface FrameLog {
  append(line: string): void;
  /**
   * Some lines from the place `from` on; an empty text if there are none yet. Where lines are not kept
   * any more, `{"skipped":n}` stands for them.
   */
  read(from: number): Piece;
}

/**
 * The first messages tell the version of the protocol, without which the others cannot be read. So many
 * are kept, if they take no more than half of the characters.
 */
const HEAD = 10;
/** About how many characters are handed out at once. */
const PIECE = 256 * 1024;

export function createFrameLog(limits: LogLimits): FrameLog {
  const head: string[] = [];
  let kept: string[] = [];
  /** The place in the trace of `kept[0]`, and where in `kept` the lines begin that still count. */
  let base = 0;
  let start = 0;
  /** Of all lines that are kept. */
  let characters = 0;

  /** Whether the next line is one of the first. The first that does not fit ends them. */
  function isHead({ length }: string): boolean {
    const isOver = head.length === HEAD || base + kept.length > head.length;
    return !isOver && characters + length <= limits.characters / 2;
  }

  function dropOldest(): void {
    while (kept.length - start > limits.lines || characters > limits.characters) {
      characters -= kept[start]?.length ?? 0;
      kept[start] = "";
      start += 1;
    }
    // Cut off now and then, so that it costs nothing per line.
    if (start < 1000 || start < kept.length / 2) return;
    kept = kept.slice(start);
    base += start;
    start = 0;
  }

  const read = (from: number): Piece => {
    const piece = pieceOf(head, from);
    if (piece.text !== "") return piece;
    const first = base + start;
    if (from < first) return { text: `{"skipped":${first - from}}\n`, next: first };
    const { text, next } = pieceOf(kept, from - base);
    return { text, next: base + next };
  };

  return {
    append(line) {
      if (isHead(line)) base = head.push(line);
      else kept.push(line);
      characters += line.length;
      dropOldest();
    },
    read,
  };
}

function pieceOf(lines: readonly string[], from: number): Piece {
  let text = "";
  let next = from;
  while (text.length < PIECE && next < lines.length) text += `${lines[next++]}\n`;
  return { text, next };
}
