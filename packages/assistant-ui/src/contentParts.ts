import type { BlobResource, ContentBlock, ResourceLinkBlock, TextResource } from "@acp-store/core";
import type { ThreadAssistantMessagePart, ThreadUserMessagePart } from "@assistant-ui/react";

/** A part of a message of assistant-ui. */
export type ThreadPart = ThreadAssistantMessagePart | ThreadUserMessagePart;

const BINARY = "application/octet-stream";

/** Converts a content block. A `thought` has reasoning in place of text. */
export function toContentPart(
  block: ContentBlock,
  role: "agent" | "thought" | "user",
): ThreadPart | undefined {
  switch (block.type) {
    case "text":
      if (block.text === "") return undefined;
      return { type: role === "thought" ? "reasoning" : "text", text: block.text };
    case "image":
    case "audio":
      return toBinaryPart(block.data, block.mimeType);
    case "resource_link":
      return toLinkPart(block, role);
    case "resource":
      return toResourcePart(block.resource);
    default:
      return { type: "data", name: "content", data: block };
  }
}

function toBinaryPart(data: string, mimeType: string, filename?: string): ThreadPart {
  const name = filename !== undefined && { filename };
  // Only data with the type of an image is shown as one.
  return mimeType.startsWith("image/")
    ? { type: "image", image: `data:${mimeType};base64,${data}`, ...name }
    : { type: "file", data, mimeType, ...name };
}

/** Only messages of the agent can have sources. */
function toLinkPart(
  { uri, name, title, mimeType }: ResourceLinkBlock,
  role: "agent" | "thought" | "user",
): ThreadPart {
  const label = title ?? name;
  if (role !== "user")
    return { type: "source", sourceType: "url", id: uri, url: uri, title: label };
  return {
    type: "file",
    sourceType: "url",
    data: uri,
    mimeType: mimeType ?? BINARY,
    filename: label,
  };
}

function toResourcePart(resource: BlobResource | TextResource): ThreadPart {
  const filename = lastSegmentOf(resource.uri);
  if ("blob" in resource) return toBinaryPart(resource.blob, resource.mimeType ?? BINARY, filename);
  const mimeType = resource.mimeType ?? "text/plain";
  return { type: "file", data: toBase64(resource.text), mimeType, filename };
}

function lastSegmentOf(uri: string): string {
  return uri.slice(uri.replace(/\/+$/, "").lastIndexOf("/") + 1);
}

function toBase64(text: string): string {
  let binary = "";
  for (const byte of new TextEncoder().encode(text)) binary += String.fromCharCode(byte);
  return btoa(binary);
}
