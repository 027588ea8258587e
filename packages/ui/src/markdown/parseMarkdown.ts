import { Lexer, type Token, Tokenizer, type Tokens, type TokensList } from "marked";
import { getCells } from "./tableCells.js";

/** Deeper blocks and deeper emphasis are text. */
const MAX_DEPTH = 16;
/** A line that opens more blocks than that at once, for which the parser needs quadratic time, is text. */
const MANY_MARKERS = /^(?:[ \t]*(?:[-+*>]|\d{1,9}[.)])){25}/;
/**
 * An inline text with more delimiters is shown without formatting. The parser compares each delimiter
 * with those that follow, so its time grows with the square of their number.
 */
const MAX_DELIMITERS = 500;
const DELIMITERS = /[*_~`[\]<!@]/g;
/** At each character of such a word, the parser looks for the @ of an email address at its end. */
const VERY_LONG_WORD = /[\w.!#$%&'*+/=?`{|}~-]{500}/;
/** Wider tables show their first columns. */
const MAX_COLUMNS = 50;
/** Larger tables show their first rows. */
const MAX_CELLS = 2_000;

/** Parses Markdown in a time that grows linearly with the text, regardless of its structure. */
export function parseMarkdown(text: string): readonly Token[] {
  return new BoundedLexer().lex(text);
}

/** Parses only the structure of blocks. The tokens of inline syntax are empty. */
export function parseBlocks(text: string): readonly Token[] {
  return new BoundedLexer().blockTokens(text.replace(/\r\n|\r/g, "\n"));
}

/** Returns whether the parser would need too long for the inline syntax of a text. */
export function isTooComplex(text: string): boolean {
  if (text.length < MAX_DELIMITERS) return false;
  if ((text.match(DELIMITERS)?.length ?? 0) > MAX_DELIMITERS) return true;
  return text.includes("@") && VERY_LONG_WORD.test(text);
}

class BoundedLexer extends Lexer {
  private depth = 0;

  constructor() {
    super({ gfm: true, tokenizer: new BoundedTokenizer() });
  }

  override blockTokens(src: string, tokens?: Token[], lastParagraphClipped?: boolean): Token[];
  override blockTokens(
    src: string,
    tokens?: TokensList,
    lastParagraphClipped?: boolean,
  ): TokensList;
  override blockTokens(src: string, tokens: Token[] = [], lastParagraphClipped = false): Token[] {
    return this.descend(src, tokens, () => super.blockTokens(src, tokens, lastParagraphClipped));
  }

  override inlineTokens(src: string, tokens: Token[] = []): Token[] {
    if (isTooComplex(src)) return appendText(src, tokens);
    return this.descend(src, tokens, () => super.inlineTokens(src, tokens));
  }

  /** Parses a nested text, or appends it as text if it is too deep. */
  private descend(src: string, tokens: Token[], parse: () => Token[]): Token[] {
    if (this.depth === MAX_DEPTH) return appendText(src, tokens);
    this.depth += 1;
    try {
      return parse();
    } finally {
      this.depth -= 1;
    }
  }
}

function appendText(text: string, tokens: Token[]): Token[] {
  tokens.push({ type: "text", raw: text, text });
  return tokens;
}

class BoundedTokenizer extends Tokenizer {
  override blockquote(src: string): Tokens.Blockquote | undefined {
    return MANY_MARKERS.test(src) ? undefined : super.blockquote(src);
  }

  override list(src: string): Tokens.List | undefined {
    return MANY_MARKERS.test(src) ? undefined : super.list(src);
  }

  /** Parses a table, and only the first rows and columns of a very large one. */
  override table(src: string): Tokens.Table | undefined {
    const [raw] = this.rules.block.table.exec(src) ?? [];
    if (raw === undefined) return undefined;
    const lines = raw.split("\n");
    const columns = getCells(lines[0] ?? "").length;
    const shownColumns = Math.min(columns, MAX_COLUMNS);
    const shownLines = 1 + Math.floor(MAX_CELLS / Math.max(1, shownColumns));
    if (columns === shownColumns && lines.length <= shownLines) return super.table(src);
    // Without as many delimiters as cells, it is not a table.
    if (getCells(lines[1] ?? "").length !== columns) return undefined;
    const shown = lines
      .slice(0, shownLines)
      .map((line) => `|${getCells(line).slice(0, shownColumns).join("|")}|`);
    const table = super.table(shown.join("\n"));
    return table && { ...table, raw: raw.trimEnd() };
  }
}
