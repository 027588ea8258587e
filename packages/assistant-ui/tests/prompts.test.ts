import type { AppendMessage } from "@assistant-ui/react";
import { describe, expect, it } from "vitest";
import { toPrompt, toQueueItem } from "../src/prompts.js";

/** Returns a message of the composer with one part, and attachments with others. */
function messageOf(
  content: AppendMessage["content"],
  attached: AppendMessage["content"] = [],
): AppendMessage {
  const common = { createdAt: new Date(0), parentId: null, sourceId: null, runConfig: undefined };
  const attachment = { id: "a", type: "file", name: "a", status: { type: "complete" } } as const;
  const parts = attached.flatMap((part) =>
    part.type === "text" || part.type === "file" || part.type === "image" ? part : [],
  );
  return {
    ...common,
    role: "user",
    content: content.flatMap((part) =>
      part.type === "text" || part.type === "file" || part.type === "image" ? part : [],
    ),
    attachments: parts.length > 0 ? [{ ...attachment, content: parts }] : [],
    metadata: { custom: {} },
  };
}

describe("a prompt", () => {
  it.each([
    ["text", { type: "text", text: "Look" }, { type: "text", text: "Look" }],
    [
      "an image in a data URL",
      { type: "image", image: "data:image/png;base64,AAAA" },
      { type: "image", data: "AAAA", mimeType: "image/png" },
    ],
    [
      "an image with an address",
      { type: "image", image: "https://example.com/a.png", filename: "a.png" },
      { type: "resource_link", uri: "https://example.com/a.png", name: "a.png" },
    ],
    [
      "audio",
      { type: "file", data: "AAAA", mimeType: "audio/wav" },
      { type: "audio", data: "AAAA", mimeType: "audio/wav" },
    ],
    [
      "a text file",
      { type: "file", data: "w7Y=", mimeType: "text/plain", filename: "ö.txt" },
      {
        type: "resource",
        resource: { uri: "attachment:///%C3%B6.txt", mimeType: "text/plain", text: "ö" },
      },
    ],
    [
      "a binary file in a data URL",
      { type: "file", data: "data:application/pdf;base64,AAAA", mimeType: "application/pdf" },
      {
        type: "resource",
        resource: { uri: "attachment:///attachment", mimeType: "application/pdf", blob: "AAAA" },
      },
    ],
    [
      "a file with an address",
      {
        type: "file",
        sourceType: "url",
        data: "file:///p/a.ts",
        mimeType: "text/plain",
        filename: "a.ts",
      },
      { type: "resource_link", uri: "file:///p/a.ts", name: "a.ts", mimeType: "text/plain" },
    ],
  ] as const)("has a block for %s, in the message and in an attachment", (_what, part, block) => {
    expect(toPrompt(messageOf([part]))).toEqual([block]);
    expect(toPrompt(messageOf([], [part]))).toEqual([block]);
  });
});

describe("an item of the queue", () => {
  it("has the text and the files of its prompt", () => {
    const link = { type: "resource_link", uri: "file:///p/a.ts", name: "a.ts" } as const;
    const text = { type: "text", text: "Look" } as const;
    expect(toQueueItem("q1", [text, link])).toEqual({
      id: "q1",
      prompt: "Look",
      parts: [
        text,
        {
          type: "file",
          sourceType: "url",
          data: "file:///p/a.ts",
          mimeType: "application/octet-stream",
          filename: "a.ts",
        },
      ],
    });
  });
});
