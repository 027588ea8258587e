import type { ContentBlock } from "@acp-store/core";
import {
  PROMPT_CONTENT_LIMITS,
  type PromptContent,
  type PromptRefusal,
  type PromptSupport,
  toPromptBlock,
} from "@acp-store/core/actions";
import { IMAGE_TYPES } from "../content/safeUrl.js";
import { getErrorMessage } from "../format/errors.js";
import { encodeText } from "../mentions/fileAddress.js";
import type { UiTexts } from "../texts/texts.js";

/** Something that is sent with the next prompt. */
export interface Attachment {
  /** Identifies the attachment in the composer. */
  readonly id: string;
  /** The name for display. */
  readonly name: string;
  /** The content block that is sent. */
  readonly block: ContentBlock;
  /** The number of bytes that are sent. 0 for a link, which the agent reads itself. */
  readonly size: number;
  /** The text in the prompt that stands for a mention, such as `@src/a.ts`. A mention without it is not sent. */
  readonly token?: string | undefined;
  /** Whether it is pasted text, which can be put back into the prompt. Default: `false`. */
  readonly isPastedText?: boolean;
}

/** An attachment whose content is being read. */
export type ReadingAttachment = Pick<Attachment, "id" | "name" | "token">;

/** An error whose message is for the user. */
class AttachmentError extends Error {}

/** Returns the reason why something was not attached, for the user. */
export function describeAttachmentError(
  error: unknown,
  name: string,
  texts: UiTexts["composer"],
): string {
  if (error instanceof AttachmentError) return error.message;
  return texts.unreadableFile(name, getErrorMessage(error));
}

/** Converts content to an attachment. Throws if the agent does not accept it or it is too large. */
export function toAttachment(
  content: PromptContent,
  support: PromptSupport,
  texts: UiTexts["composer"],
): Omit<Attachment, "id"> {
  const result = toPromptBlock(content, support);
  if (result.refusal !== undefined) throw createRefusal(result.refusal, content, texts);
  return { name: content.name, block: result.block, size: result.size };
}

function createRefusal(
  refusal: PromptRefusal,
  { name, data }: Pick<PromptContent, "name" | "data">,
  texts: UiTexts["composer"],
): AttachmentError {
  const limit = data === undefined ? PROMPT_CONTENT_LIMITS.text : PROMPT_CONTENT_LIMITS.image;
  const reasons: Readonly<Record<PromptRefusal, string>> = {
    no_images: texts.unsupportedFile(name),
    no_embedded: texts.noEmbedding(name),
    too_large: texts.fileTooLarge(name, limit / 1_000_000),
    empty: texts.emptyContent(name),
  };
  return new AttachmentError(reasons[refusal]);
}

/** Reads a file. Rejects if it is too large, or neither an image nor a text. */
export async function readFileContent(
  file: File,
  texts: UiTexts["composer"],
): Promise<PromptContent> {
  const isImage = IMAGE_TYPES.includes(file.type);
  const name = file.name || texts.pastedImage;
  const content = {
    ...{ name, uri: `attachment:${encodeText(name)}` },
    mimeType: file.type || "text/plain",
  };
  if (!isImage && /^(image|audio|video)\//.test(file.type))
    throw new AttachmentError(texts.unsupportedFile(name));
  // A file that is too large is not read.
  if (file.size > (isImage ? PROMPT_CONTENT_LIMITS.image : PROMPT_CONTENT_LIMITS.text))
    throw createRefusal("too_large", { name, ...(isImage && { data: "" }) }, texts);
  if (isImage) return { ...content, data: await readBase64(file) };
  const text = await file.text();
  // A null character means that the file is binary.
  if (text.includes("\0")) throw new AttachmentError(texts.unsupportedFile(name));
  return { ...content, text };
}
function readBase64(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => {
      const url = typeof reader.result === "string" ? reader.result : "";
      resolve(url.slice(url.indexOf(",") + 1));
    });
    reader.addEventListener("error", () => reject(reader.error ?? new Error("unreadable")));
    reader.readAsDataURL(file);
  });
}
