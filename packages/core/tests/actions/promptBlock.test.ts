import { describe, expect, it } from "vitest";
import {
  getPromptSupport,
  PROMPT_CONTENT_LIMITS,
  type PromptContent,
  toPromptBlock,
} from "../../src/actions/index.js";
import { createAcpStore } from "../../src/index.js";

const ALL = { images: true, embedded: true };
const NONE = { images: false, embedded: false };
const FILE: PromptContent = { name: "a b.ts", uri: "file:///p/a%20b.ts", text: "é" };
const DIFF: PromptContent = { name: "Changes", uri: "diff:a.ts", text: "+é" };
const IMAGE: PromptContent = {
  name: "a.png",
  uri: "attachment:a.png",
  mimeType: "image/png",
  data: "AQIDBA==",
};

describe("toPromptBlock", () => {
  it("embeds text, and counts its bytes", () => {
    const mimeType = "text/plain";
    expect(toPromptBlock(FILE, ALL)).toEqual({
      block: { type: "resource", resource: { uri: FILE.uri, mimeType, text: "é" } },
      size: 2,
    });
  });

  it("sends an image as an image, and counts its bytes", () => {
    const block = { type: "image", mimeType: "image/png", data: "AQIDBA==" };
    expect(toPromptBlock(IMAGE, ALL)).toEqual({ block, size: 4 });
  });

  it.each([
    ["the agent accepts no embedded resources", NONE, "é", 2],
    ["the text is too large", ALL, "x".repeat(PROMPT_CONTENT_LIMITS.text + 1), 1_000_001],
  ])("sends a file as a link with its size if %s", (_, support, text, size) => {
    expect(toPromptBlock({ ...FILE, text }, support)).toEqual({
      block: { type: "resource_link", uri: FILE.uri, name: "a b.ts", size },
      size: 0,
    });
  });

  it("sends a web address without content as a link", () => {
    const link = { name: "Page", uri: "HTTPS://example.com/", mimeType: "text/html" };
    expect(toPromptBlock(link, ALL)).toEqual({
      block: { type: "resource_link", ...link },
      size: 0,
    });
  });

  it.each([
    ["no_embedded", DIFF, NONE],
    ["no_images", IMAGE, { ...ALL, images: false }],
    ["too_large", { ...DIFF, text: "é".repeat(500_001) }, ALL],
    ["too_large", { ...IMAGE, data: "A".repeat(13_333_340) }, ALL],
    ["empty", { name: "Nothing", uri: "diff:" }, ALL],
    ["empty", { name: "Script", uri: "javascript:alert(1)" }, ALL],
  ] as const)("refuses content with an address that the agent cannot read: %s", (...row) => {
    const [refusal, content, support] = row;
    expect(toPromptBlock(content, support)).toEqual({ refusal });
  });

  it("accepts content of exactly the largest size", () => {
    const text = "x".repeat(PROMPT_CONTENT_LIMITS.text);
    expect(toPromptBlock({ ...DIFF, text }, ALL)).toMatchObject({ size: 1_000_000 });
  });
});

describe("getPromptSupport", () => {
  const { agent } = createAcpStore().getState();

  it.each([
    ["version 1", { promptCapabilities: { image: true, embeddedContext: true } }, ALL],
    ["version 2", { session: { prompt: { image: {}, embeddedContext: {} } } }, ALL],
    ["neither", { promptCapabilities: { image: false }, session: { prompt: null } }, NONE],
  ])("reads the capabilities of %s", (_, capabilities, support) => {
    expect(getPromptSupport({ ...agent, capabilities })).toEqual(support);
  });

  it("assumes that an agent without capabilities accepts only text and links", () => {
    expect(getPromptSupport(agent)).toEqual(NONE);
  });
});
