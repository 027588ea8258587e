/** A mention that is being typed. */
export interface MentionQuery {
  /** The position of the `@`. */
  readonly start: number;
  /** The position of the caret. */
  readonly end: number;
  /** The text between them. */
  readonly query: string;
}

/** The longest query. Nobody types a longer one. */
const MAX_QUERY_LENGTH = 200;
/** Longer texts are cut in the prompt. */
const MAX_TOKEN_LENGTH = 200;

/** Returns the mention that ends at the caret. Its `@` is at the start of the text or after white space. */
export function findMentionQuery(text: string, caret: number): MentionQuery | undefined {
  const start = caret === 0 ? -1 : text.lastIndexOf("@", caret - 1);
  if (start < 0 || caret - start > MAX_QUERY_LENGTH) return undefined;
  const query = text.slice(start + 1, caret);
  if (/\s/.test(query) || /\S/.test(text.charAt(start - 1))) return undefined;
  return { start, end: caret, query };
}

/** Returns the text that stands for a mention in the prompt. It is a single line. */
export function toToken(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return `@${Array.from(line).slice(0, MAX_TOKEN_LENGTH).join("")}`;
}

/** Returns the positions at which a text contains a token that is not a part of a longer word or path. */
export function findToken(text: string, token: string): readonly number[] {
  const positions: number[] = [];
  for (let at = text.indexOf(token); at >= 0; at = text.indexOf(token, at + 1)) {
    const next = text.slice(at + token.length, at + token.length + 2);
    const isPart = /^(?:[\p{L}\p{N}_/-]|\.[\p{L}\p{N}])/u.test(next);
    if (!isPart && !/[\p{L}\p{N}_]/u.test(text.charAt(at - 1))) positions.push(at);
  }
  return positions;
}
