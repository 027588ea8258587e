import { describe, expect, it } from "vitest";
import { commentBlocks, type LineComment } from "../../src/index.js";

const COMMENT: LineComment = {
  id: "1",
  path: "/project/src/a.ts",
  lines: { first: 12, last: 15 },
  code: "const a = 1;",
  text: "Why?",
};

function format(fields: Partial<LineComment>): string {
  const [block] = commentBlocks([{ ...COMMENT, ...fields }], "/project");
  return block?.type === "text" ? block.text : "";
}

describe("commentBlocks", () => {
  it("returns a text block per comment with the path, the lines, the code and the text", () => {
    expect(commentBlocks([COMMENT, COMMENT], "/project")).toEqual(
      Array.from({ length: 2 }, () => ({
        type: "text",
        text: "src/a.ts, lines 12 to 15:\n```ts\nconst a = 1;\n```\nWhy?",
      })),
    );
  });

  it("keeps a path outside of the working directory", () => {
    expect(format({ path: "/other/b.ts" })).toMatch(/^\/other\/b\.ts, lines 12 to 15:/);
  });

  it("names a single line, lines before the change, and only the file without numbers", () => {
    expect(format({ lines: { first: 3, last: 3 } })).toMatch(/^src\/a\.ts, line 3:/);
    expect(format({ lines: { first: 3, last: 4, isOld: true } })).toMatch(
      /^src\/a\.ts, lines 3 to 4 before the change:/,
    );
    const { lines: _, ...unnumbered } = COMMENT;
    expect(commentBlocks([unnumbered], "/project")[0]).toMatchObject({
      text: expect.stringMatching(/^src\/a\.ts:\n/),
    });
  });

  it("marks code with removed lines as a diff", () => {
    expect(format({ code: "-a\n+b", isDiff: true })).toContain("```diff\n-a\n+b\n```\n");
  });

  it("uses a fence that the code does not contain", () => {
    expect(format({ path: "/project/README.md", code: "````md\n````" })).toContain(
      "`````md\n````md\n````\n`````\n",
    );
  });
});
