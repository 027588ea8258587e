import type { ContentBlock } from "@acp-store/core";
import type { AppendMessage, QueueItemState } from "@assistant-ui/react";

type AppendedPart = AppendMessage["content"][number];

/** Converts what the user wrote and attached to the content blocks of a prompt. */
export function toPrompt({ content, attachments = [] }: AppendMessage): readonly ContentBlock[] {
  return [...content, ...attachments.flatMap((attachment) => attachment.content)].flatMap(
    (part) => toBlock(part) ?? [],
  );
}

/** Parts that only agents can produce, such as tool calls, are left out. */
function toBlock(part: AppendedPart): ContentBlock | undefined {
  switch (part.type) {
    case "text":
      return { type: "text", text: part.text };
    case "image":
      return toFileBlock(part.image, undefined, part.filename);
    case "file":
      return toFileBlock(part.data, part.mimeType, part.filename, part.sourceType === "url");
    case "audio":
      return { type: "audio", data: part.audio.data, mimeType: `audio/${part.audio.format}` };
    default:
      return undefined;
  }
}

const DATA_URL = /^data:([^;,]*)(?:;[^,]*)?;base64,(.*)$/s;
const URL_SCHEME = /^[a-z][a-z0-9+.-]+:/i;

/** `source` is a data URL, the address of a file, or its bytes in base64. */
function toFileBlock(
  source: string,
  type: string | undefined,
  filename = "attachment",
  isUrl = false,
): ContentBlock {
  const [, dataType, dataUrlBytes] = DATA_URL.exec(source) ?? [];
  if (dataUrlBytes === undefined && (isUrl || URL_SCHEME.test(source)))
    return { type: "resource_link", uri: source, name: filename, ...(type && { mimeType: type }) };
  const mimeType = type ?? (dataType || "application/octet-stream");
  const data = dataUrlBytes ?? source;
  if (mimeType.startsWith("image/")) return { type: "image", data, mimeType };
  if (mimeType.startsWith("audio/")) return { type: "audio", data, mimeType };
  const uri = `attachment:///${encodeURIComponent(filename)}`;
  return mimeType.startsWith("text/")
    ? { type: "resource", resource: { uri, mimeType, text: decodeText(data) } }
    : { type: "resource", resource: { uri, mimeType, blob: data } };
}

function decodeText(base64: string): string {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  return new TextDecoder().decode(bytes);
}

/** Converts the shown content of a queued prompt. */
export function toQueueItem(id: string, blocks: readonly ContentBlock[]): QueueItemState {
  const parts = blocks.flatMap(toQueuePart);
  const prompt = parts.flatMap((part) => (part.type === "text" ? part.text : [])).join("\n");
  return { id, prompt, parts };
}

function toQueuePart(block: ContentBlock): QueueItemState["parts"] {
  switch (block.type) {
    case "text":
      return [{ type: "text", text: block.text }];
    case "image":
    case "audio":
      return [{ type: "file", data: block.data, mimeType: block.mimeType }];
    case "resource_link": {
      const { uri, name, title, mimeType } = block;
      return [
        {
          type: "file",
          sourceType: "url",
          data: uri,
          mimeType: mimeType ?? "application/octet-stream",
          filename: title ?? name,
        },
      ];
    }
    default:
      return [];
  }
}
