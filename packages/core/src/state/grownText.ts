import { isLowSurrogate } from "./utf8.js";

/** Characters that are joined to one piece, so that a long text is not many short ones. */
const PIECE_LENGTH = 4096;
/** Pieces in front that nobody needs any more, before they are let go. */
const LEFT_BEHIND = 64;

interface Place {
  readonly piece: number;
  readonly offset: number;
}

/** What is left of a text, and what was dropped from its start. */
export interface Dropped {
  readonly rest: GrownText;
  readonly dropped: string;
  /** How much that was, by the measure. */
  readonly gone: number;
}

/**
 * A text that grows at its end and loses its start. Its states share their pieces, so that neither
 * costs what is there.
 */
export class GrownText {
  /** In characters, as strings count them. */
  readonly length: number;
  readonly #pieces: string[];
  readonly #start: Place;
  /** How many of the pieces are ours; the tail comes behind them. */
  readonly #count: number;
  readonly #tail: string;

  private constructor(pieces: string[], count: number, tail: string, start: Place, length: number) {
    this.#pieces = pieces;
    this.#count = count;
    this.#tail = tail;
    this.#start = start;
    this.length = length;
  }

  static of(text: string): GrownText {
    return new GrownText([], 0, text, { piece: 0, offset: 0 }, text.length);
  }

  append(text: string): GrownText {
    const tail = this.#tail + text;
    const length = this.length + text.length;
    if (tail.length < PIECE_LENGTH)
      return new GrownText(this.#pieces, this.#count, tail, this.#start, length);
    const { pieces, start } = this.#ownPieces();
    pieces.push(tail);
    return new GrownText(pieces, pieces.length, "", start, length);
  }

  /** Drops whole characters from the start until at least `amount` is gone of what they measure. */
  drop(amount: number, measure: (text: string, index: number) => number): Dropped {
    let { piece, offset } = this.#start;
    let gone = 0;
    let dropped = "";
    for (; piece <= this.#count; piece++, offset = 0) {
      const text = this.#pieceAt(piece);
      const from = offset;
      while (offset < text.length && isPartOfDrop(text, offset, gone < amount))
        gone += measure(text, offset++);
      dropped += text.slice(from, offset);
      if (offset < text.length) break;
    }
    const start = piece > this.#count ? this.#end() : { piece, offset };
    const length = this.length - dropped.length;
    const rest = new GrownText(this.#pieces, this.#count, this.#tail, start, length);
    return { rest, dropped, gone };
  }

  value(): string {
    const { piece, offset } = this.#start;
    if (piece === this.#count) return this.#tail.slice(offset);
    const first = this.#pieceAt(piece).slice(offset);
    return first + this.#pieces.slice(piece + 1, this.#count).join("") + this.#tail;
  }

  #pieceAt(piece: number): string {
    return piece < this.#count ? (this.#pieces[piece] as string) : this.#tail;
  }

  #end(): Place {
    return { piece: this.#count, offset: this.#tail.length };
  }

  /** Of two states that grow from the same one, the second takes a copy. */
  #ownPieces(): { pieces: string[]; start: Place } {
    const { piece, offset } = this.#start;
    if (piece > LEFT_BEHIND && piece > this.#count / 2)
      return { pieces: this.#pieces.slice(piece, this.#count), start: { piece: 0, offset } };
    const isOurs = this.#pieces.length === this.#count;
    const pieces = isOurs ? this.#pieces : this.#pieces.slice(0, this.#count);
    return { pieces, start: this.#start };
  }
}

/** The second half of a pair goes with the first. */
function isPartOfDrop(text: string, index: number, more: boolean): boolean {
  return more || isLowSurrogate(text.charCodeAt(index));
}
