import type { AgentState, ContentBlock } from "@acp-store/core";
import type { UiTexts } from "../texts/texts.js";
import { IMAGE_TYPES } from "../content/safeUrl.js";

/** A file that is sent with the next prompt. */
export interface Attachment {
  /** Identifies the attachment in the composer. */
  readonly id: string;
  /** The name for display. */
  readonly name: string;
  /** The content block that is sent. */
  readonly block: ContentBlock;
}

/** The kinds of files that an agent accepts in a prompt. */
export interface AttachmentSupport {
  /** Whether the agent accepts images. */
  readonly images: boolean;
  /** Whether the agent accepts text files, as embedded resources. */
  readonly textFiles: boolean;
}

/** Larger files are refused. Agents keep whole prompts in memory and in their context. */
const MAX_IMAGE_BYTES = 10_000_000;
const MAX_TEXT_BYTES = 1_000_000;

/** Returns the kinds of files that the agent accepts, in either protocol version. */
export function getAttachmentSupport({ capabilities }: AgentState): AttachmentSupport {
  const v1 = capabilities?.promptCapabilities;
  const v2 = capabilities?.session?.prompt;
  return {
    images: v1?.image === true || v2?.image != null,
    textFiles: v1?.embeddedContext === true || v2?.embeddedContext != null,
  };
}

/** An error whose message is for the user. */
class AttachmentError extends Error {}

/** Returns the reason why a file was not attached, for the user. */
export function describeAttachmentError(
  error: unknown,
  file: File,
  texts: UiTexts["composer"],
): string {
  return error instanceof AttachmentError ? error.message : texts.unreadableFile(file.name);
}

/** Reads a file into a content block. Rejects if the agent does not accept it or it is too large. */
export async function readAttachment(
  file: File,
  support: AttachmentSupport,
  texts: UiTexts["composer"],
): Promise<Omit<Attachment, "id">> {
  const isImage = IMAGE_TYPES.includes(file.type);
  const { name } = file;
  if (isImage && support.images) {
    refuseLarge(file, MAX_IMAGE_BYTES, texts);
    const data = await readBase64(file);
    return { name: name || texts.pastedImage, block: { type: "image", mimeType: file.type, data } };
  }
  if (isImage || !support.textFiles || /^(image|audio|video)\//.test(file.type))
    throw new AttachmentError(texts.unsupportedFile(name));
  refuseLarge(file, MAX_TEXT_BYTES, texts);
  const text = await file.text();
  // A null character means that the file is binary.
  if (text.includes("\0")) throw new AttachmentError(texts.unsupportedFile(name));
  const uri = `file:///${encodeURIComponent(name)}`;
  const mimeType = file.type || "text/plain";
  return { name, block: { type: "resource", resource: { uri, mimeType, text } } };
}

function refuseLarge(file: File, limit: number, texts: UiTexts["composer"]): void {
  if (file.size > limit)
    throw new AttachmentError(texts.fileTooLarge(file.name, limit / 1_000_000));
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
