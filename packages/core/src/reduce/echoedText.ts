import type { ContentBlock } from "../state/content.js";

/** All text of a message. */
export function textOf(content: readonly ContentBlock[]): string {
  return content.map((block) => (block.type === "text" ? block.text : "")).join("");
}

/** The beginning of a message, up to a length of its text; with all of the text, all of it. */
export function firstOf(content: readonly ContentBlock[], length: number): readonly ContentBlock[] {
  if (length >= textOf(content).length) return content;
  const first: ContentBlock[] = [];
  let left = length;
  for (const block of content) {
    if (left === 0) break;
    const text = block.type === "text" ? block.text.slice(0, left) : "";
    left -= text.length;
    first.push(block.type === "text" && text !== block.text ? { ...block, text } : block);
  }
  return first;
}

const SPACE = /\s/;

/**
 * Where a text gets to in another one that it follows. Agents change white space, so only the rest
 * counts.
 */
export function lengthAfter(whole: string, part: string, start: number): number | undefined {
  if (whole.startsWith(part, start)) return start + part.length;
  let at = start;
  for (const character of part.split("")) {
    if (SPACE.test(character)) continue;
    while (SPACE.test(whole.charAt(at))) at++;
    if (whole.charAt(at) !== character) return undefined;
    at++;
  }
  return at;
}

/**
 * Whether one text says a whole prompt with resources in it. How it puts these is up to the agent,
 * but it names them.
 */
export function isRetold(prompt: readonly ContentBlock[], told: string): boolean {
  if (!prompt.some(isResource)) return false;
  const text = squeezed(told);
  let at = 0;
  const isInOrder = prompt.every((block) => {
    const ends = wordsFor(block).flatMap((words) => {
      const start = text.indexOf(words, at);
      return start < 0 ? [] : [start + words.length];
    });
    at = Math.min(...ends);
    return ends.length > 0;
  });
  return isInOrder && text.startsWith(ownText(prompt[0])) && text.endsWith(ownText(prompt.at(-1)));
}

type Resource = Extract<ContentBlock, { type: "resource_link" | "resource" }>;

function isResource(block: ContentBlock): block is Resource {
  return block.type === "resource_link" || block.type === "resource";
}

/** How a text may say a block: any of these. Of an image it says nothing. */
function wordsFor(block: ContentBlock): readonly string[] {
  if (!isResource(block)) return [ownText(block)];
  const uri = block.type === "resource" ? block.resource.uri : block.uri;
  const name = block.type === "resource" ? uri.slice(uri.lastIndexOf("/") + 1) : block.name;
  return [uri, name].map(squeezed).filter((words) => words !== "");
}

function ownText(block: ContentBlock | undefined): string {
  return block?.type === "text" ? squeezed(block.text) : "";
}

function squeezed(text: string): string {
  return text.replaceAll(/\s+/g, "");
}
