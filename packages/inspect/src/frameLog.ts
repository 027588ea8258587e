/** How much is kept for pages that open later. */
export interface LogLimits {
  readonly lines: number;
  readonly characters: number;
}

/** What a page gets next, or `undefined` if what it should get is not kept any more. */
export interface Piece {
  readonly text: string;
  readonly next: number;
}

/** The lines of a trace: the first, which say how the connection began, and the newest. */
export interface FrameLog {
  append(line: string): void;
  /** Some lines from the place `from` on; an empty text if there are none yet. */
  read(from: number): Piece | undefined;
}

/** The first messages tell the version of the protocol, without which the others cannot be read. */
const HEAD = 10;
/** About how many characters are handed out at once. */
const PIECE = 256 * 1024;

export function createFrameLog(limits: LogLimits): FrameLog {
  const head: string[] = [];
  let kept: string[] = [];
  /** The place in the trace of `kept[0]`, and where in `kept` the lines begin that still count. */
  let base = HEAD;
  let start = 0;
  let characters = 0;

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

  const read = (from: number): Piece | undefined => {
    if (from < HEAD) {
      const more = pieceOf(head, from);
      if (more.text !== "" || head.length < HEAD) return more;
    }
    const first = base + start;
    // A page that only now comes from the head has missed something, but is not late.
    if (from <= HEAD && first > HEAD) return { text: `{"skipped":${first - HEAD}}\n`, next: first };
    if (from < first) return undefined;
    const { text, next } = pieceOf(kept, from - base);
    return { text, next: base + next };
  };

  return {
    append(line) {
      if (head.length < HEAD) return void head.push(line);
      kept.push(line);
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
