import { fromMarkdown } from "mdast-util-from-markdown";

/** Markdown, and its top-level blocks as they are written. */
export interface MarkdownBlocks {
  readonly text: string;
  readonly blocks: readonly string[];
}

export const NO_MARKDOWN: MarkdownBlocks = { text: "", blocks: [] };

/** What a definition says counts everywhere in the text, so such a text stays whole. */
const DEFINITION = /^ {0,3}\[[^\]\n]+\]:/m;

/**
 * Splits Markdown into its blocks. Text that only grew is read again from its last block on: what
 * comes before cannot change any more.
 */
export function splitMarkdown(text: string, before: MarkdownBlocks = NO_MARKDOWN): MarkdownBlocks {
  if (text === before.text) return before;
  if (DEFINITION.test(text)) return { text, blocks: [text] };
  const hasGrown = before.blocks.length > 1 && text.startsWith(before.text);
  const kept = hasGrown ? before.blocks.slice(0, -1) : [];
  const start = kept.reduce((length, block) => length + block.length, 0);
  return { text, blocks: [...kept, ...blocksOf(text.slice(start))] };
}

/** Pieces that give the text when put together; what stands between blocks goes to the former. */
function blocksOf(text: string): string[] {
  const starts = fromMarkdown(text)
    .children.slice(1)
    .map((node) => lineStart(text, node.position?.start.offset ?? 0));
  return [0, ...starts].map((start, index) => text.slice(start, starts[index] ?? text.length));
}

/** Indentation before a block belongs to it. */
function lineStart(text: string, offset: number): number {
  return text.lastIndexOf("\n", offset - 1) + 1;
}
