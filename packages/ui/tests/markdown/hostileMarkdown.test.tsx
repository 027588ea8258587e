import { fireEvent, render } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { MarkdownText } from "../../src/markdown/MarkdownText.js";
import { parseMarkdown } from "../../src/markdown/parseMarkdown.js";
import { renderMarkdown } from "../../src/markdown/renderMarkdown.js";
import { countCalls, growthOf } from "../support/countCalls.js";

const show = (text: string): HTMLElement => render(renderMarkdown(text)).container;

/** Returns the number of elements around the deepest one. */
function depthOf(element: Element): number {
  return 1 + Math.max(0, ...[...element.children].map(depthOf));
}

/** Returns the letters and digits of a text, which is what no syntax removes. */
const wordsOf = (text: string | null): string => (text ?? "").replace(/[^\p{L}\p{N}]/gu, "");

const tableOf = (columns: number, rows: number): string =>
  [
    Array.from({ length: columns }, (_, index) => `h${index}`),
    Array.from({ length: columns }, () => "-"),
    ...Array.from({ length: rows }, (_, index) => [`r${index}`, "x"]),
  ]
    .map((cells) => `|${cells.join("|")}|`)
    .join("\n");

describe("Markdown that is nested too deep", () => {
  it.each([
    ["block quotes", "> ".repeat(2_000)],
    ["block quotes without spaces, continued by another line", `${">".repeat(2_000)}a\n`],
    ["lists", "- ".repeat(2_000)],
    ["lists, continued by an indented line", `${"- ".repeat(2_000)}~\n    [`],
    ["numbered lists", "1. ".repeat(1_500)],
    ["lists in block quotes", "> - ".repeat(1_200)],
    ["bold and italic text", "**a *b ".repeat(100)],
    [
      "lists in many lines",
      Array.from({ length: 60 }, (_, n) => `${"  ".repeat(n)}- `).join("a\n"),
    ],
    ["italic text", `${"*a ".repeat(150)}the end${" b*".repeat(150)}`],
    ["links", "[".repeat(300)],
    ["images", "![".repeat(200)],
  ])("is shown as text: %s", (_, syntax) => {
    const container = show(`${syntax}the end`);
    expect(container.textContent).toContain("the end");
    expect(depthOf(container)).toBeLessThan(50);
  });

  it("is rendered up to a depth that people read", () => {
    expect(show(`${"> ".repeat(10)}x`).querySelectorAll("blockquote")).toHaveLength(10);
    expect(show(`${"- ".repeat(8)}x`).querySelectorAll("ul")).toHaveLength(8);
  });
});

describe("Markdown with more syntax than anybody writes", () => {
  it.each<[string, (size: number) => string]>([
    ["asterisks", (size) => "*a ".repeat(size / 3)],
    ["bold email addresses", (size) => "**a@".repeat(size / 4)],
    ["underscores", (size) => "__a".repeat(size / 3)],
    ["brackets", (size) => "[a".repeat(size / 2)],
    ["unfinished links", (size) => "[a](b".repeat(size / 5)],
    ["backticks", (size) => "`a``b".repeat(size / 5)],
    ["unclosed fences", (size) => "```\n".repeat(size / 4)],
    ["HTML", (size) => "<a b=".repeat(size / 5)],
    ["block quotes", (size) => "> ".repeat(size / 2)],
    ["link definitions", (size) => "[a]: http://b\n\n".repeat(size / 15)],
    ["lines that continue a list", (size) => `- ${"~\n".repeat(size / 2)}`],
    ["words", (size) => "lorem ipsum ".repeat(size / 12)],
  ])("takes linear time: %s", (_, create) => {
    expect(growthOf(6_000, (size) => renderMarkdown(create(size)))).toBeLessThan(14);
  });

  it.each([
    ["a line of 1 MB", "a".repeat(1_000_000)],
    ["lines", "one two three\n".repeat(14_000)],
    ["a code block", `\`\`\`\n${"const a = 1;\n".repeat(14_000)}`],
  ])("keeps all of a long text: %s", (_, text) => {
    const { container } = render(<MarkdownText text={text} isStreaming={false} />);
    const code = [...container.querySelectorAll("pre")].map((pre) => pre.textContent).join("");
    expect(wordsOf(code || container.textContent).length).toBe(wordsOf(text).length);
  });

  it("shows too many delimiters unchanged", () => {
    expect(countCalls(() => parseMarkdown("**a@".repeat(1_200)))).toBeLessThan(5_000);
    expect(show("**a ".repeat(1_000)).textContent).toBe("**a ".repeat(1_000));
    expect(show("**bold** and `code` ".repeat(50)).querySelectorAll("strong")).toHaveLength(50);
  });

  it("parses each part of a stream a limited number of times", () => {
    const chunk = "const total = items.length;\n".repeat(20);
    expect(
      growthOf(5, (chunks) => {
        const view = render(<MarkdownText text="" isStreaming />);
        for (let count = 1; count <= chunks; count += 1)
          view.rerender(<MarkdownText text={`\`\`\`ts\n${chunk.repeat(count)}`} isStreaming />);
        view.unmount();
      }),
    ).toBeLessThan(24);
  });
});

describe("a table that is too large", () => {
  it.each([
    ["many columns", tableOf(2_000, 300), 50, 40],
    ["many rows", tableOf(2, 5_000), 2, 1_000],
    ["many of both", tableOf(1_000, 1_000), 50, 40],
  ])("has a limited number of cells: %s", (_, text, columns, lines) => {
    const [token] = parseMarkdown(text);
    if (token?.type !== "table") throw new Error("It is not a table.");
    expect(token["header"]).toHaveLength(columns);
    expect(token["rows"].length).toBeLessThanOrEqual(lines);
    expect(token.raw).toBe(text);
  });

  it("says what it leaves out, and shows all of it as text", () => {
    const container = show(tableOf(60, 100));
    expect(container.querySelectorAll("td")).toHaveLength(50 * 39);
    expect(container.querySelector(".acp-table-note")?.textContent).toContain(
      "39 of 100 rows and 50 of 60 columns.",
    );
    const button = container.querySelector("button") ?? document.body;
    fireEvent.click(button);
    expect(container.querySelector("pre")?.textContent).toBe(tableOf(60, 100));
    fireEvent.click(button);
    expect(container.querySelectorAll("th")).toHaveLength(50);
  });

  it("keeps escaped pipes and empty cells in their columns", () => {
    const row = `| a \\| b ||${"c|".repeat(60)}`;
    const container = show(`|${"h|".repeat(62)}\n|${"-|".repeat(62)}\n${row}`);
    const cells = [...container.querySelectorAll("td")].map((cell) => cell.textContent);
    expect(cells.slice(0, 3)).toEqual(["a | b", "", "c"]);
  });

  it("is not a table if its row of delimiters has another number of columns", () => {
    const text = `|${"h|".repeat(100)}\n|${"-|".repeat(99)}\n|x|`;
    expect(show(text).querySelector("table")).toBeNull();
  });

  it("leaves smaller tables unchanged", () => {
    const container = show(`${tableOf(5, 60)}\n`);
    expect(container.querySelectorAll("td")).toHaveLength(300);
    expect(container.querySelector(".acp-table-note")).toBeNull();
  });
});
