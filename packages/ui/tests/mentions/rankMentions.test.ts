import { describe, expect, it } from "vitest";
import type { Mention } from "../../src/mentions/mention.js";
import { rankMentions } from "../../src/mentions/rankMentions.js";

const toMention = (text: string): Mention => ({
  ...{ uri: `file:///p/${text}`, kind: "file", text },
  label: text.slice(text.lastIndexOf("/") + 1),
});

async function rank(
  paths: readonly string[],
  query: string,
  signal: AbortSignal = new AbortController().signal,
): Promise<readonly (string | undefined)[]> {
  const found = await rankMentions(paths.map(toMention), query, signal);
  return found.map(({ text }) => text);
}

describe("rankMentions", () => {
  it("ranks the name before the folder, the start before the middle, and short paths first", async () => {
    const ranked = [
      "lib/user",
      "a/userName.ts",
      "long/path/userName.ts",
      "a/superuser.ts",
      "a/unsaver.ts",
      "user/index.ts",
    ];
    expect(await rank(ranked.toReversed(), "user")).toEqual(ranked);
  });

  it.each([
    ["useComp", "src/composer/useComposer.ts"],
    ["usecmp", "src/composer/useComposer.ts"],
    ["composer/use", "src/composer/useComposer.ts"],
    ["überblick", "docs/Überblick.md"],
    ["設定", "docs/設定.md"],
    ["my", "docs/my file.md"],
    ["_", "src/__init__.py"],
    ["[id]", "app/[id]/page.tsx"],
    ["-x", "src/no-x.ts"],
    ["(", "src/(group)/a"],
  ])("finds %j", async (query, path) => {
    const paths = [
      "src/composer/useComposer.ts",
      "docs/Überblick.md",
      "docs/設定.md",
      "docs/my file.md",
      "src/__init__.py",
      "app/[id]/page.tsx",
      "src/no-x.ts",
      "src/(group)/a",
    ];
    expect((await rank(paths, query))[0]).toBe(path);
  });

  it("finds nothing that lacks a letter of the query", async () => {
    expect(await rank(["src/a.ts"], "Injectable")).toEqual([]);
  });

  it("returns the first mentions for an empty query", async () => {
    const paths = Array.from({ length: 40 }, (_, index) => `f${index}`);
    expect(await rank(paths, "")).toEqual(paths.slice(0, 31));
  });

  it("finds the best of 50,000 paths", async () => {
    const paths = Array.from({ length: 50_000 }, (_, index) => `src/composer/part${index}.ts`);
    expect((await rank([...paths, "src/useComposer.ts"], "useCom"))[0]).toBe("src/useComposer.ts");
  });

  it("lets the page handle input meanwhile, and stops when it is aborted", async () => {
    const paths = Array.from({ length: 50_000 }, (_, index) => `src/part${index}.ts`);
    await rank(["a"], "a");
    const stop = new AbortController();
    const ranking = rank(paths, "part", stop.signal);
    setTimeout(() => stop.abort());
    expect(await ranking).toEqual([]);
  });
});
