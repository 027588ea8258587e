import { byteLength } from "../reduce/utf8.js";
import type { AgentState } from "../state/agent.js";
import type { ContentBlock } from "../state/content.js";

/** The content that an agent accepts in prompts, besides text and links. */
export interface PromptSupport {
  /** Whether the agent accepts images. */
  readonly images: boolean;
  /** Whether the agent accepts embedded resources, such as the text of a file. */
  readonly embedded: boolean;
}

/** Content to attach to a prompt, such as a file, an image or a diff. */
export interface PromptContent {
  /** The name for display. */
  readonly name: string;
  /**
   * The address. The agent can read a `file:` or web address itself, so that the content can be sent as a link. Any other
   * address, such as `diff:src/a.ts`, only identifies it.
   */
  readonly uri: string;
  /** The media type. Default: `text/plain`. */
  readonly mimeType?: string;
  /** The text. */
  readonly text?: string;
  /** The bytes of an image, in base64. Its `mimeType` is required. */
  readonly data?: string;
}

/**
 * The reason why content cannot be sent:
 *
 * - `no_images`, `no_embedded`: the agent does not accept it, and cannot read its address
 * - `too_large`: it is larger than {@link PROMPT_CONTENT_LIMITS}, and the agent cannot read its address
 * - `empty`: it has neither text nor bytes, and the agent cannot read its address
 */
export type PromptRefusal = "no_images" | "no_embedded" | "too_large" | "empty";

/** The result of {@link toPromptBlock}: the block with the number of bytes in it, or the reason why there is none. */
export type PromptBlockResult =
  | { readonly block: ContentBlock; readonly size: number; readonly refusal?: undefined }
  | { readonly refusal: PromptRefusal };

/** The largest content that is sent, in bytes. Agents keep entire prompts in memory and in their context. */
export const PROMPT_CONTENT_LIMITS: { readonly image: number; readonly text: number } = {
  image: 10_000_000,
  text: 1_000_000,
};

/**
 * Returns the content that an agent accepts in prompts, in either protocol version.
 * {@link https://agentclientprotocol.com/protocol/v1/initialization#prompt-capabilities}
 *
 * @example
 * ```ts
 * const { images } = getPromptSupport(store.getState().agent);
 * ```
 */
export function getPromptSupport({ capabilities }: AgentState): PromptSupport {
  const v1 = capabilities?.promptCapabilities;
  const v2 = capabilities?.session?.prompt;
  return {
    images: v1?.image === true || v2?.image != null,
    embedded: v1?.embeddedContext === true || v2?.embeddedContext != null,
  };
}

/**
 * Returns the content block with which content is sent to an agent: embedded if the agent accepts it and it is
 * small enough, or else as a link if the agent can read its address.
 * {@link https://agentclientprotocol.com/protocol/v1/content}
 *
 * @example
 * ```ts
 * import { getPromptSupport, toPromptBlock } from "@acp-store/core/actions";
 *
 * const support = getPromptSupport(store.getState().agent);
 * const uri = "file:///home/me/project/notes.md";
 * const result = toPromptBlock({ name: "notes.md", uri, text: "Remember" }, support);
 * if (result.refusal === undefined) console.log(result.block.type, `${result.size} bytes`);
 * ```
 */
export function toPromptBlock(content: PromptContent, support: PromptSupport): PromptBlockResult {
  const size = countBytes(content);
  const refusal = findRefusal(content, size, support);
  if (refusal === undefined) return { block: embed(content), size };
  if (!/^(file|https?):/i.test(content.uri)) return { refusal };
  const { name, uri, mimeType, text, data } = content;
  const isRead = text !== undefined || data !== undefined;
  const extras = { ...(mimeType !== undefined && { mimeType }), ...(isRead && { size }) };
  return { block: { type: "resource_link", uri, name, ...extras }, size: 0 };
}

function findRefusal(
  { text, data }: PromptContent,
  size: number,
  { images, embedded }: PromptSupport,
): PromptRefusal | undefined {
  if (data === undefined && text === undefined) return "empty";
  if (data !== undefined && !images) return "no_images";
  if (data === undefined && !embedded) return "no_embedded";
  const limit = data === undefined ? PROMPT_CONTENT_LIMITS.text : PROMPT_CONTENT_LIMITS.image;
  return size > limit ? "too_large" : undefined;
}

function embed({ uri, mimeType = "text/plain", text = "", data }: PromptContent): ContentBlock {
  if (data !== undefined) return { type: "image", mimeType, data };
  return { type: "resource", resource: { uri, mimeType, text } };
}

/** Returns the number of bytes of the content. */
function countBytes({ text = "", data }: PromptContent): number {
  if (data === undefined) return byteLength(text);
  return Math.floor((data.replace(/=+$/, "").length * 3) / 4);
}
