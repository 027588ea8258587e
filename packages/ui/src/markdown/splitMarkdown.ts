import { parseBlocks } from "./parseMarkdown.js";

/** Markdown text and the source of each of its top-level blocks. */
export interface MarkdownBlocks {
  readonly text: string;
  readonly blocks: readonly string[];
}

export const EMPTY_MARKDOWN: MarkdownBlocks = { text: "", blocks: [] };

/** A link definition applies to the entire text, so a text that has one is not split. */
const LINK_DEFINITION = /^ {0,3}\[[^\]\n]+\]:/m;

/**
 * Splits Markdown into its top-level blocks. If the text only extends the previous one, just its
 * last block is parsed again, because earlier blocks cannot change.
 */
export function splitMarkdown(
  text: string,
  previous: MarkdownBlocks = EMPTY_MARKDOWN,
): MarkdownBlocks {
  if (text === previous.text) return previous;
  if (LINK_DEFINITION.test(text)) return { text, blocks: [text] };
  const isExtended = previous.blocks.length > 1 && text.startsWith(previous.text);
  const kept = isExtended ? previous.blocks.slice(0, -1) : [];
  const start = kept.reduce((length, block) => length + block.length, 0);
  return { text, blocks: [...kept, ...readBlocks(text.slice(start))] };
}

/** Parses the blocks. Blank lines belong to the preceding block, so joining restores the text. */
function readBlocks(text: string): string[] {
  const blocks: string[] = [];
  for (const { type, raw } of parseBlocks(text)) {
    if (blocks.length > 0 && type === "space") blocks.push(`${blocks.pop() ?? ""}${raw}`);
    else if (blocks.length === 1 && blocks[0]?.trim() === "") blocks[0] += raw;
    else blocks.push(raw);
  }
  const length = blocks.reduce((sum, block) => sum + block.length, 0);
  // The lexer replaces line endings of Windows, which would shift the positions.
  return length === text.length ? blocks : [text];
}
