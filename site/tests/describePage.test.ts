import { expect, it } from "vitest";
import { describePage } from "../src/describePage.js";

it("returns the first paragraph without Markdown", () => {
  const markdown = [
    "---\nname: a page\n---\n",
    "# Title\n",
    "![A picture](a.png)\n",
    "```sh\nnpm install\n```\n",
    "`connectAgent` returns a [*connection*](b.md) to\nan **agent**.\n",
    "Another paragraph.",
  ];
  expect(describePage(markdown.join("\n"))).toBe("connectAgent returns a connection to an agent.");
});

it("skips the line of a generated page that names the source file", () => {
  const markdown = "# useTurn()\n\nDefined in: [a.ts:3](https://example.com)\n\nReturns a turn.\n";
  expect(describePage(markdown)).toBe("Returns a turn.");
});

it("shortens a long paragraph between words", () => {
  const text = describePage(`# Title\n\n${"many words ".repeat(40)}`);
  expect(text.length).toBeLessThanOrEqual(200);
  expect(text).toMatch(/ (?:many|words)…$/);
});

it("returns an empty text for a page without paragraphs", () => {
  expect(describePage("# Title\n\n| a | b |\n| - | - |\n")).toBe("");
});
