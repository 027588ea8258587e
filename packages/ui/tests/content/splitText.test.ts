import { describe, expect, it } from "vitest";
import {
  EMPTY_SPLIT,
  findNothingOpen,
  findOpenFence,
  splitText,
} from "../../src/content/splitText.js";

const MAX = 5_000;
const paragraphs = (count: number): string =>
  Array.from({ length: count }, (_, index) => `Paragraph ${index} of the text.\n\n`).join("");
const splitPlain = (text: string) =>
  splitText(text, findNothingOpen).parts.map((part) => part.text);

describe("splitText", () => {
  it("keeps a short text in one part", () => {
    expect(splitPlain("short")).toEqual(["short"]);
  });

  it("splits before empty lines and loses nothing", () => {
    const text = paragraphs(2000);
    const parts = splitPlain(text);
    expect(parts.join("")).toBe(text);
    expect(parts.length).toBeGreaterThan(5);
    expect(parts.every((part) => part.length <= MAX)).toBe(true);
    expect(parts.slice(1).every((part) => part.startsWith("\nParagraph"))).toBe(true);
  });

  it("splits a text without line breaks, but no surrogate pair", () => {
    const text = `a${"🙂".repeat(MAX)}`;
    const parts = splitPlain(text);
    expect(parts.join("")).toBe(text);
    expect(parts.every((part) => !/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/.test(part))).toBe(true);
  });

  it("splits a text that grows like the complete text", () => {
    const text = paragraphs(1500);
    let split = EMPTY_SPLIT;
    for (let end = 0; end <= text.length; end += 777) {
      const before = split;
      split = splitText(text.slice(0, end), findNothingOpen, before);
      expect(split.parts).toEqual(splitText(text.slice(0, end), findNothingOpen).parts);
      expect(split.parts.slice(0, before.parts.length - 1)).toEqual(before.parts.slice(0, -1));
    }
  });

  it("starts over when the text is another one", () => {
    const before = splitText(paragraphs(1000), findNothingOpen);
    expect(splitText("other", findNothingOpen, before).parts.map(({ text }) => text)).toEqual([
      "other",
    ]);
  });

  it("continues a code block in the next part", () => {
    const code = "const answer = 42;\n".repeat(400);
    const { parts } = splitText(`Code:\n\n~~~ts\n${code}~~~\n\nThe end`, findOpenFence);
    expect(parts.length).toBe(2);
    expect(parts[0]?.text).toMatch(/answer = 42;\n\n~~~\n$/);
    expect(parts[1]?.text).toMatch(/^~~~ts\nconst answer[^]*~~~\n\nThe end$/);
  });

  it("does not take a shorter fence for the end of a code block", () => {
    expect(findOpenFence("````md\n```ts\n```\n")).toEqual({
      closing: "\n````\n",
      opening: "````md\n",
    });
    expect(findOpenFence("```ts\ncode\n```\n")).toEqual({ closing: "", opening: "" });
  });
});
