/** The length in characters from which the tail becomes a chunk. */
const CHUNK_LENGTH = 4096;
/** The number of dropped chunks that are kept before the array of chunks is trimmed. */
const MAX_DROPPED_CHUNKS = 64;

/** A position in a text: a chunk, and a character in it. */
interface TextPosition {
  readonly chunk: number;
  readonly offset: number;
}

/** The result of {@link TextBuffer.dropStart}. */
export interface DroppedStart {
  readonly rest: TextBuffer;
  readonly dropped: string;
  /** The size of the dropped text, by the measure that was passed. */
  readonly droppedSize: number;
}

/**
 * A persistent text (a rope) with a cheap append and a cheap drop from its start. Versions share
 * one array of chunks; each has a start position, a number of chunks and its own short tail.
 * Appending to an older version copies the array of chunks first.
 */
export class TextBuffer {
  /** The length in UTF-16 code units, like `string.length`. */
  readonly length: number;
  readonly #chunks: string[];
  readonly #start: TextPosition;
  /** The number of chunks that belong to this version. The tail follows them. */
  readonly #count: number;
  readonly #tail: string;

  private constructor(
    chunks: string[],
    count: number,
    tail: string,
    start: TextPosition,
    length: number,
  ) {
    this.#chunks = chunks;
    this.#count = count;
    this.#tail = tail;
    this.#start = start;
    this.length = length;
  }

  static of(text: string): TextBuffer {
    return new TextBuffer([], 0, text, { chunk: 0, offset: 0 }, text.length);
  }

  append(text: string): TextBuffer {
    const tail = this.#tail + text;
    const length = this.length + text.length;
    if (tail.length < CHUNK_LENGTH)
      return new TextBuffer(this.#chunks, this.#count, tail, this.#start, length);
    const { chunks, start } = this.#writableChunks();
    chunks.push(tail);
    return new TextBuffer(chunks, chunks.length, "", start, length);
  }

  /**
   * Drops characters from the start until their measured sizes add up to at least `amount`. A
   * surrogate pair is dropped as a whole.
   */
  dropStart(amount: number, measure: (text: string, index: number) => number): DroppedStart {
    let { chunk, offset } = this.#start;
    let droppedSize = 0;
    let dropped = "";
    for (; chunk <= this.#count; chunk++, offset = 0) {
      const text = this.#chunkAt(chunk);
      const from = offset;
      while (
        offset < text.length &&
        (droppedSize < amount || isLowSurrogate(text.charCodeAt(offset)))
      )
        droppedSize += measure(text, offset++);
      dropped += text.slice(from, offset);
      if (offset < text.length) break;
    }
    const start = chunk > this.#count ? this.#end() : { chunk, offset };
    const length = this.length - dropped.length;
    const rest = new TextBuffer(this.#chunks, this.#count, this.#tail, start, length);
    return { rest, dropped, droppedSize };
  }

  /** Returns the text. It is joined on each call. */
  value(): string {
    const { chunk, offset } = this.#start;
    if (chunk === this.#count) return this.#tail.slice(offset);
    const first = this.#chunkAt(chunk).slice(offset);
    return first + this.#chunks.slice(chunk + 1, this.#count).join("") + this.#tail;
  }

  #chunkAt(chunk: number): string {
    return chunk < this.#count ? (this.#chunks[chunk] as string) : this.#tail;
  }

  #end(): TextPosition {
    return { chunk: this.#count, offset: this.#tail.length };
  }

  /** Returns the shared chunks if no other version has appended to them, or a copy. */
  #writableChunks(): { chunks: string[]; start: TextPosition } {
    const { chunk, offset } = this.#start;
    if (chunk > MAX_DROPPED_CHUNKS && chunk > this.#count / 2)
      return { chunks: this.#chunks.slice(chunk, this.#count), start: { chunk: 0, offset } };
    const isNewest = this.#chunks.length === this.#count;
    const chunks = isNewest ? this.#chunks : this.#chunks.slice(0, this.#count);
    return { chunks, start: this.#start };
  }
}

/** Returns whether a code unit is the second half of a surrogate pair. */
function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
