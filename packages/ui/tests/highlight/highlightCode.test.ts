import { describe, expect, it } from "vitest";
import type { CodeLine } from "../../src/index.js";
import { highlightCode, loadLanguage } from "../../src/highlight/highlightCode.js";
import { findLanguage, LANGUAGES } from "../../src/highlight/languages.js";

const toText = (lines: readonly CodeLine[] | undefined): string | undefined =>
  lines?.map((line) => line.map(({ text }) => text).join("")).join("\n");

/** Returns the tokens that have a kind, in the form `kind:text`. */
async function findTokens(language: string, code: string): Promise<string[]> {
  await loadLanguage(language);
  const lines = highlightCode(code, language) ?? [];
  return lines.flat().flatMap(({ kind, text }) => (kind === undefined ? [] : [`${kind}:${text}`]));
}

describe("findLanguage", () => {
  it.each([
    ["ts", "typescript"],
    ["TypeScript", "typescript"],
    ["c++", "cpp"],
    ["c#", "csharp"],
    ["shell", "bash"],
    ["src/App.tsx", "typescript"],
    ["12:15:src/app.py", "python"],
    ["C:\\work\\main.rs", "rust"],
    ["file:///work/types.d.ts", "typescript"],
    ["/work/Dockerfile", "dockerfile"],
    ["/work/.bashrc", "bash"],
    ["styles.min.css", "css"],
  ])("finds the language of %s", (name, language) => {
    expect(findLanguage(name)).toBe(language);
  });

  it.each(["", "text", "console", "file.", "/work/LICENSE", "constructor", "image.png"])(
    "knows no language for %j",
    (name) => {
      expect(findLanguage(name)).toBeUndefined();
    },
  );

  it("has no name for two languages", () => {
    const names = Object.entries(LANGUAGES).flatMap(([language, { names: others }]) =>
      [language, ...others.split(" ")].filter(Boolean),
    );
    expect(names).toEqual([...new Set(names)]);
  });
});

describe("highlightCode", () => {
  it.each(Object.keys(LANGUAGES))("keeps the text of code in %s", async (language) => {
    const code = '/* a\n * b */\r\n# "c" \'d\n`e ${f(1)}\n\n<g h="i">\n';
    await loadLanguage(language);
    expect(toText(highlightCode(code, language))).toBe(code);
  });

  it("finds the kinds of tokens", async () => {
    const code = 'const a = `b ${1} "`; // d';
    expect(await findTokens("typescript", code)).toEqual([
      "keyword:const",
      "string:`b ",
      "number:1",
      'string: "`',
      "comment:// d",
    ]);
    expect(await findTokens("python", "def f(): pass")).toEqual([
      "keyword:def",
      "title:f",
      "keyword:pass",
    ]);
    expect(await findTokens("java", "class A {}")).toEqual(["keyword:class", "type:A"]);
    expect(await findTokens("json", '{"a": true}')).toEqual(['type:"a"', "keyword:true"]);
    expect(await findTokens("diff", "+a\n-b\n")).toEqual(["added:+a", "removed:-b"]);
  });

  it("divides a token at the ends of its lines", async () => {
    expect(await findTokens("css", "/* a\nb */")).toEqual(["comment:/* a", "comment:b */"]);
  });

  it("merges neighboring tokens of the same kind", async () => {
    await loadLanguage("javascript");
    expect(highlightCode("f((name) => {", "javascript")).toEqual([
      [{ text: "f", kind: "title" }, { text: "((name) => {" }],
    ]);
  });

  it("highlights the languages that are embedded in another", async () => {
    const html = "<style>b { color: red }</style><script>let c</script>";
    expect(await findTokens("xml", html)).toEqual(
      expect.arrayContaining(["keyword:b", "type:color", "keyword:let"]),
    );
  });

  it("leaves very long code plain", async () => {
    await loadLanguage("json");
    expect(highlightCode("1,\n".repeat(1_900), "json")).toHaveLength(1_901);
    expect(highlightCode("1234567890,\n".repeat(1_900), "json")).toBeUndefined();
  });

  it.each([
    ["a very long line", "a".repeat(10_000)],
    ["very many lines", "\n".repeat(10_000)],
  ])("leaves code plain that has %s", async (_, code) => {
    await loadLanguage("typescript");
    expect(highlightCode(code, "typescript")).toBeUndefined();
    expect(highlightCode("a".repeat(1_000), "typescript")).toHaveLength(1);
  });

  it("leaves code plain whose grammar is not loaded", () => {
    expect(highlightCode("a", "brainfuck")).toBeUndefined();
  });
});
