import { render } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { renderMarkdown } from "../../src/markdown/renderMarkdown.js";

function renderHtml(text: string): string {
  return render(renderMarkdown(text)).container.innerHTML;
}

/** Renders a text and returns the element with this selector. */
function find(text: string, selector: string): Element | null {
  return render(renderMarkdown(text)).container.querySelector(selector);
}

describe("renderMarkdown", () => {
  it.each([
    ["# A *b*", "<h1>A <em>b</em></h1>"],
    ["a **b** ~~c~~ `d`  \ne", "<p>a <strong>b</strong> <del>c</del> <code>d</code><br>e</p>"],
    ["- a\n- b\n  1. c", '<ul><li>a</li><li>b<ol start="1"><li>c</li></ol></li></ul>'],
    ["3. a\n\n4. b", '<ol start="3"><li><p>a</p></li><li><p>b</p></li></ol>'],
    ["> a\n> b", "<blockquote><p>a\nb</p></blockquote>"],
    ["a\n\n---\n\n\\*b", "<p>a</p><hr><p>*b</p>"],
    ["a &amp; b &#38; c &#x26; &nope; &#0;", "<p>a &amp; b &amp; c &amp; &amp;nope; \uFFFD</p>"],
  ])("renders %j", (text, html) => {
    expect(renderHtml(text)).toBe(html);
  });

  it("renders a task list", () => {
    const list = find("- [x] done\n- [ ] open", "ul.acp-contains-task-list");
    const boxes = list?.querySelectorAll<HTMLInputElement>("input[type=checkbox]") ?? [];
    expect([...boxes].map(({ checked }) => checked)).toEqual([true, false]);
    expect(list?.textContent).toBe(" done open");
  });

  it("renders a table with its alignment", () => {
    const table = find("| a | b |\n| - | -: |\n| 1 | `2` |", "table");
    expect([...(table?.querySelectorAll("th, td") ?? [])].map((cell) => cell.textContent)).toEqual([
      "a",
      "b",
      "1",
      "2",
    ]);
    expect(table?.querySelector<HTMLElement>("td:last-child")?.style.textAlign).toBe("right");
  });

  it("renders a code block with its language and without decoding its text", () => {
    const text = "```ts title=x\nif (a &amp;& b) {}\n```";
    expect(find(text, "figcaption span")?.textContent).toBe("ts");
    expect(find(text, "pre")?.textContent).toBe("if (a &amp;& b) {}");
  });

  it("shows HTML as text", () => {
    expect(renderHtml("a <b>c</b>")).toBe("<p>a &lt;b&gt;c&lt;/b&gt;</p>");
    const block = find('<img src=x onerror="x()">\n', "p");
    expect(block?.innerHTML).toBe('&lt;img src=x onerror="x()"&gt;');
  });

  it.each([
    ["[a](https://e.com/?a&amp;b)", "https://e.com/?a&b"],
    ["https://e.com/?a&amp;b", "https://e.com/?a&amp;b"],
    ["[a]\n\n[a]: https://e.com", "https://e.com"],
    ["[a](javascript:alert(1))", undefined],
    ["[a](&#106;avascript:alert(1))", undefined],
    ["![a](https://e.com/a.png)", "https://e.com/a.png"],
  ])("links %s to %s", (text, href) => {
    expect(find(text, "a[href]")?.getAttribute("href") ?? undefined).toBe(href);
    expect(find(text, "img")).toBeNull();
  });
});
