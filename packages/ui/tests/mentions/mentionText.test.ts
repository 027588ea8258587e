import { describe, expect, it } from "vitest";
import { findMentionQuery, findToken, toToken } from "../../src/mentions/mentionText.js";

/** Returns the query before the caret, which is the `|` of the text. */
function queryIn(marked: string): string | undefined {
  const caret = marked.indexOf("|");
  return findMentionQuery(marked.replace("|", ""), caret)?.query;
}

describe("findMentionQuery", () => {
  it.each([
    ["@|", ""],
    ["@src/a|", "src/a"],
    ["Look at @use|Composer", "use"],
    ["First\n@a|", "a"],
    ["@a @b|", "b"],
  ])("finds the mention in %j", (text, query) => expect(queryIn(text)).toBe(query));

  it.each([
    "|@a",
    "me@example.com|",
    "(@a|",
    "@a |",
    "@a\n|",
    "@@a|",
    `@${"a".repeat(300)}|`,
    "|",
    "nothing|",
  ])("finds none in %j", (text) => expect(queryIn(text)).toBeUndefined());
});

describe("findToken", () => {
  it.each([
    ["@src/a.ts", [0]],
    ["(@src/a.ts)", [1]],
    ["See @src/a.ts.", [4]],
    ["@src/a.ts, @src/a.ts:3", [0, 11]],
    ["@src/a.tsx @src/a.ts.bak @src/a.ts/b @src/a.ts-old x@src/a.ts", []],
    ["", []],
  ])("finds whole tokens in %j", (text, positions) => {
    expect(findToken(text, "@src/a.ts")).toEqual(positions);
  });
});

describe("toToken", () => {
  it("is a single line of limited length that keeps characters whole", () => {
    expect(toToken(" Fix\n\tthe  login ")).toBe("@Fix the login");
    expect(toToken("😀".repeat(300))).toBe(`@${"😀".repeat(200)}`);
  });
});
