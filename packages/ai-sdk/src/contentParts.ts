import type { BlobResource, ContentBlock, TextResource } from "@acp-store/core";
import type { AcpUIMessagePart } from "./uiMessage.js";

const BINARY = "application/octet-stream";

/** Converts a content block. A `thought` has reasoning in place of text. */
export function toContentPart(
  block: ContentBlock,
  role: "agent" | "thought" | "user",
): AcpUIMessagePart {
  switch (block.type) {
    case "text":
      return { type: role === "thought" ? "reasoning" : "text", text: block.text, state: "done" };
    case "image":
    case "audio":
      return {
        type: "file",
        mediaType: block.mimeType,
        url: toDataUrl(block.mimeType, block.data),
      };
    case "resource_link": {
      const { uri, name, title, mimeType } = block;
      const label = title ?? name;
      return role === "user"
        ? { type: "file", mediaType: mimeType ?? BINARY, url: uri, filename: label }
        : { type: "source-url", sourceId: uri, url: uri, title: label };
    }
    case "resource":
      return toResourcePart(block.resource);
    default:
      return { type: "data-content", data: block };
  }
}

function toResourcePart(resource: BlobResource | TextResource): AcpUIMessagePart {
  const { uri, mimeType } = resource;
  const isText = "text" in resource;
  const mediaType = mimeType ?? (isText ? "text/plain" : BINARY);
  const url = toDataUrl(mediaType, isText ? toBase64(resource.text) : resource.blob);
  return { type: "file", mediaType, url, filename: uri.slice(uri.lastIndexOf("/") + 1) };
}

function toDataUrl(mediaType: string, base64: string): string {
  return `data:${mediaType};base64,${base64}`;
}

function toBase64(text: string): string {
  let binary = "";
  for (const byte of new TextEncoder().encode(text)) binary += String.fromCharCode(byte);
  return btoa(binary);
}
