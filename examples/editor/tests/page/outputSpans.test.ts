import { describe, expect, it } from "vitest";
import { endOf, outputSpans } from "../../src/content/outputSpans.js";

const ESC = "\u001b[";
const textOf = (output: string): string =>
  outputSpans(output)
    .map(({ text }) => text)
    .join("");

describe("the output of a terminal", () => {
  it("has the colours and weights of the program", () => {
    const spans = outputSpans(`${ESC}1;32mPASS${ESC}0m all ${ESC}38;2;255;0;10mred${ESC}m.`);
    expect(spans).toEqual([
      { text: "PASS", style: { color: "0, 187, 0", decorations: ["bold"] } },
      { text: " all ", style: undefined },
      { text: "red", style: { color: "255, 0, 10", decorations: [] } },
      { text: ".", style: undefined },
    ]);
  });

  it("is one piece where nothing is coloured", () => {
    expect(outputSpans("one\ntwo\n\nthree\n\n")).toEqual([
      { text: "one\ntwo\n\nthree", style: undefined },
    ]);
  });

  it("never becomes markup", () => {
    expect(textOf("<img src=x onerror=alert(1)>")).toBe("<img src=x onerror=alert(1)>");
  });

  it.each([
    ["a progress line that is written over", "10%\r50%\r100%\ndone", "100%\ndone"],
    ["the rest of a longer line", "loading\rdone", "doneing"],
    ["an erased rest of a line", `loading\r${ESC}Kdone`, "done"],
    ["an erased line", `loading${ESC}2K\rdone`, "done"],
    ["a spinner", "|\b/\b-\b\\", "\\"],
    ["lines drawn again", `a 1\nb 1\n${ESC}2Aa 2\nb 2\n`, "a 2\nb 2"],
    ["everything below erased", `one\ntwo\nthree${ESC}2A\r${ESC}Jnew`, "new"],
    ["line ends of Windows", "one\r\ntwo\r\n", "one\ntwo"],
    ["titles and links", "\u001b]0;title\u0007a \u001b]8;;http://x\u001b\\b", "a b"],
    ["a fence of Markdown", "```sh\nls\n```", "ls"],
  ])("shows %s", (_, output, shown) => {
    expect(textOf(output)).toBe(shown);
  });

  it("keeps the colours beside what was written over", () => {
    expect(outputSpans(`${ESC}31mred${ESC}0m end\rR`)).toEqual([
      { text: "R", style: undefined },
      { text: "ed", style: { color: "187, 0, 0", decorations: [] } },
      { text: " end", style: undefined },
    ]);
  });
});

it("cuts a long text at the start of a line", () => {
  expect(endOf("first\nsecond\nthird", 8)).toBe("third");
  expect(endOf("short", 8)).toBe("short");
});
