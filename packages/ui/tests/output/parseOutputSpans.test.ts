import { describe, expect, it } from "vitest";
import { parseOutputSpans, removeFence } from "../../src/output/parseOutputSpans.js";

const ESC = "\u001b[";
const textOf = (output: string): string =>
  parseOutputSpans(output)
    .map(({ text }) => text)
    .join("");

describe("parseOutputSpans", () => {
  it("parses colors and bold text", () => {
    const spans = parseOutputSpans(`${ESC}1;32mPASS${ESC}0m all ${ESC}38;2;255;0;10mred${ESC}m.`);
    expect(spans).toEqual([
      { text: "PASS", style: { color: "0, 187, 0", decorations: ["bold"] } },
      { text: " all ", style: undefined },
      { text: "red", style: { color: "255, 0, 10", decorations: [] } },
      { text: ".", style: undefined },
    ]);
  });

  it("returns a single span for unstyled output", () => {
    expect(parseOutputSpans("one\ntwo\n\nthree\n\n")).toEqual([
      { text: "one\ntwo\n\nthree", style: undefined },
    ]);
  });

  it("keeps HTML as text", () => {
    expect(textOf("<img src=x onerror=alert(1)>")).toBe("<img src=x onerror=alert(1)>");
  });

  it.each([
    ["a progress line that is overwritten", "10%\r50%\r100%\ndone", "100%\ndone"],
    ["the rest of an overwritten longer line", "loading\rdone", "doneing"],
    ["a line erased to its end", `loading\r${ESC}Kdone`, "done"],
    ["an erased line", `loading${ESC}2K\rdone`, "done"],
    ["a spinner", "|\b/\b-\b\\", "\\"],
    ["redrawn lines", `a 1\nb 1\n${ESC}2Aa 2\nb 2\n`, "a 2\nb 2"],
    ["erased lines below the cursor", `one\ntwo\nthree${ESC}2A\r${ESC}Jnew`, "new"],
    ["Windows line endings", "one\r\ntwo\r\n", "one\ntwo"],
    ["window titles and hyperlinks", "\u001b]0;title\u0007a \u001b]8;;http://x\u001b\\b", "a b"],
  ])("renders %s", (_, output, shown) => {
    expect(textOf(output)).toBe(shown);
  });

  it("keeps the colors next to overwritten text", () => {
    expect(parseOutputSpans(`${ESC}31mred${ESC}0m end\rR`)).toEqual([
      { text: "R", style: undefined },
      { text: "ed", style: { color: "187, 0, 0", decorations: [] } },
      { text: " end", style: undefined },
    ]);
  });
});

it("removes the Markdown fence around the output", () => {
  const fenced = "```console\nfirst\n\nlast\n```\n";
  expect(removeFence(fenced)).toEqual({ content: "first\n\nlast", language: "console" });
  expect(removeFence("```\nfirst\n```")).toEqual({ content: "first", language: undefined });
  expect(removeFence("a ``` b")).toEqual({ content: "a ``` b", language: undefined });
});
