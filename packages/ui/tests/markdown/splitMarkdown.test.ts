import { describe, expect, it } from "vitest";
import { type MarkdownBlocks, splitMarkdown } from "../../src/markdown/splitMarkdown.js";

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

/** Returns the split after each character of a streamed text. */
function splitWhileStreaming(text: string): MarkdownBlocks[] {
  const states: MarkdownBlocks[] = [];
  for (let end = 1; end <= text.length; end += 1)
    states.push(splitMarkdown(text.slice(0, end), states.at(-1)));
  return states;
}

describe("splitMarkdown", () => {
  it("returns blocks that join to the original text", () => {
    const { blocks } = splitMarkdown(TEXT);
    expect(blocks.join("")).toBe(TEXT);
    expect(blocks).toHaveLength(7);
    expect(blocks[3]).toContain("const two");
  });

  it("returns the same blocks for streamed and complete text", () => {
    expect(splitWhileStreaming(TEXT).at(-1)).toEqual(splitMarkdown(TEXT));
  });

  it("does not change a block after the next one has started", () => {
    const states = splitWhileStreaming(TEXT);
    states.forEach((state, index) => {
      const next = states[index + 1] ?? state;
      expect(next.blocks.slice(0, state.blocks.length - 1)).toEqual(state.blocks.slice(0, -1));
    });
  });

  it("splits again if the text does not extend the previous one", () => {
    const before = splitMarkdown("one\n\ntwo\n\nthree");
    expect(splitMarkdown("one\n\n2\n\nthree", before).blocks).toEqual([
      "one\n\n",
      "2\n\n",
      "three",
    ]);
  });

  it("does not split text with a link definition", () => {
    expect(splitMarkdown("See [it].\n\n[it]: https://example.com").blocks).toHaveLength(1);
  });
});
