import type { ContentBlock } from "../state/content.js";

/** Returns all text of a message. */
export function textOfContent(content: readonly ContentBlock[]): string {
  const [first, second] = content;
  // Most prompts are one text, and each chunk of a long echo asks for it.
  if (second === undefined) return first?.type === "text" ? first.text : "";
  return content.map((block) => (block.type === "text" ? block.text : "")).join("");
}

/**
 * Returns the start of a message, up to a length of its text. With the length of all of its text
 * that is the whole message.
 */
export function contentUpTo(
  content: readonly ContentBlock[],
  length: number,
): readonly ContentBlock[] {
  if (length >= textOfContent(content).length) return content;
  const start: ContentBlock[] = [];
  let left = length;
  for (const block of content) {
    if (left === 0) break;
    const text = block.type === "text" ? block.text.slice(0, left) : "";
    left -= text.length;
    start.push(block.type === "text" && text !== block.text ? { ...block, text } : block);
  }
  return start;
}

const WHITE_SPACE = /\s/;

/**
 * Returns the position in `text` after `chunk`, which must start at `start`; `undefined` if it does
 * not. White space is ignored, because agents change it.
 */
export function lengthAfter(text: string, chunk: string, start: number): number | undefined {
  if (text.startsWith(chunk, start)) return start + chunk.length;
  let position = start;
  for (const character of chunk.split("")) {
    if (WHITE_SPACE.test(character)) continue;
    while (WHITE_SPACE.test(text.charAt(position))) position++;
    if (text.charAt(position) !== character) return undefined;
    position++;
  }
  return position;
}

/**
 * Returns whether one text repeats a whole prompt that contains resources. Agents write resources
 * in different ways, but they all name them.
 */
export function isRetoldPrompt(prompt: readonly ContentBlock[], retold: string): boolean {
  if (!prompt.some(isResource)) return false;
  const text = withoutWhiteSpace(retold);
  let position = 0;
  const isInOrder = prompt.every((block) => {
    const ends = possibleTexts(block).flatMap((possible) => {
      const start = text.indexOf(possible, position);
      return start < 0 ? [] : [start + possible.length];
    });
    position = Math.min(...ends);
    return ends.length > 0;
  });
  return (
    isInOrder &&
    text.startsWith(ownText(prompt[0])) &&
    text.endsWith(ownText(prompt[prompt.length - 1]))
  );
}

type Resource = Extract<ContentBlock, { type: "resource_link" | "resource" }>;

function isResource(block: ContentBlock): block is Resource {
  return block.type === "resource_link" || block.type === "resource";
}

/** Returns the texts by which a block may be retold. An image is not retold, so it matches `""`. */
function possibleTexts(block: ContentBlock): readonly string[] {
  if (!isResource(block)) return [ownText(block)];
  const uri = block.type === "resource" ? block.resource.uri : block.uri;
  const name = block.type === "resource" ? uri.slice(uri.lastIndexOf("/") + 1) : block.name;
  return [uri, name].map(withoutWhiteSpace).filter((text) => text !== "");
}

function ownText(block: ContentBlock | undefined): string {
  return block?.type === "text" ? withoutWhiteSpace(block.text) : "";
}

function withoutWhiteSpace(text: string): string {
  return text.replaceAll(/\s+/g, "");
}
