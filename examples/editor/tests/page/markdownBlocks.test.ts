import { describe, expect, it } from "vitest";
import { type MarkdownBlocks, splitMarkdown } from "../../src/content/markdownBlocks.js";

const TEXT = `# Title

Some *text*
in two lines.

- a
- b

  with more

\`\`\`ts
const one = 1;

const two = 2;
\`\`\`

| a | b |
| - | - |
| 1 | 2 |

    indented

The end.
`;

/** What streaming shows in the end, and every state on the way. */
function streamed(text: string): MarkdownBlocks[] {
  const states: MarkdownBlocks[] = [];
  for (let end = 1; end <= text.length; end += 1)
    states.push(splitMarkdown(text.slice(0, end), states.at(-1)));
  return states;
}

describe("the blocks of Markdown", () => {
  it("give the text when put together", () => {
    const { blocks } = splitMarkdown(TEXT);
    expect(blocks.join("")).toBe(TEXT);
    expect(blocks).toHaveLength(7);
    expect(blocks[3]).toContain("const two");
  });

  it("are the same whether the text streams or not", () => {
    expect(streamed(TEXT).at(-1)).toEqual(splitMarkdown(TEXT));
  });

  it("stay as they are once another has begun", () => {
    const states = streamed(TEXT);
    states.forEach((state, index) => {
      const next = states[index + 1] ?? state;
      expect(next.blocks.slice(0, state.blocks.length - 1)).toEqual(state.blocks.slice(0, -1));
    });
  });

  it("are begun anew where the text did not grow", () => {
    const before = splitMarkdown("one\n\ntwo\n\nthree");
    expect(splitMarkdown("one\n\n2\n\nthree", before).blocks).toEqual([
      "one\n\n",
      "2\n\n",
      "three",
    ]);
  });

  it("are one where a link is defined apart", () => {
    expect(splitMarkdown("See [it].\n\n[it]: https://example.com").blocks).toHaveLength(1);
  });
});
