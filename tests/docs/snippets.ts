import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");

/** A TypeScript block of a page. */
export interface Snippet {
  readonly page: string;
  /** The name for its file, unique among all pages. */
  readonly fileName: string;
  readonly code: string;
  /** The version of the official SDK that it uses, if that is not the newest one. */
  readonly sdk?: string;
}

/** Returns the paths of the documentation pages, relative to the repository. */
export function listPages(): string[] {
  const listFolder = (folder: string): string[] =>
    readdirSync(join(root, folder), { withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith(".md"))
      .map((entry) => join(folder, entry.name));
  const folders = ["packages", "examples"].flatMap((parent) =>
    readdirSync(join(root, parent)).map((name) => join(parent, name)),
  );
  return [
    ...[".", "bench", "tests", "docs", "docs/migration", "docs/parts", "site", "skills/acp-store"],
    ...folders,
  ].flatMap(listFolder);
}

/** Returns the text of a page. */
export function readPage(page: string): string {
  return readFileSync(join(root, page), "utf8");
}

/** Returns the files of a page by their names, which the first line of each code block states. */
export function readFiles(page: string): Record<string, string> {
  const blocks = readPage(page).matchAll(
    /```(?:tsx?|js|css)\n(?:\/\/|\/\*) (\S+)(?: \*\/)?\n([\s\S]*?)```/g,
  );
  return Object.fromEntries(Array.from(blocks, ([, name = "", code = ""]) => [name, code]));
}

/**
 * Returns the TypeScript blocks of a page. `sdk=1.9` after the language of a block names the version
 * of the official SDK that the block uses.
 */
export function readSnippets(page: string): Snippet[] {
  const blocks = readPage(page).matchAll(/^```(tsx?)(?: sdk=([\d.]+))?\n([\s\S]*?)^```$/gm);
  const snippets = [...blocks].map(([, extension, sdk, code = ""], index) => ({
    page,
    fileName: `${page.replace(/\W+/g, "-").replace(/-md$/, "")}-${index + 1}.${extension}`,
    code,
    ...(sdk !== undefined && { sdk }),
  }));
  return snippets.map((snippet) => ({ ...snippet, code: withFileNames(snippet.code, snippets) }));
}

/**
 * Replaces the imports of other blocks of the page, which state their file names in the first line,
 * such as `// src/agent.ts`.
 */
function withFileNames(code: string, snippets: readonly Snippet[]): string {
  return code.replace(/ from "\.\/(\w+)(?:\.js)?";/g, (statement, name: string) => {
    const imported = snippets.find((snippet) =>
      new RegExp(`^// \\S*\\b${name}\\.tsx?\n`).test(snippet.code),
    );
    const module = imported?.fileName.replace(/\.tsx?$/, ".js");
    return module === undefined ? statement : ` from "./${module}";`;
  });
}

/** Writes snippets to files in a folder, which is created. */
export function writeSnippets(snippets: readonly Snippet[], folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const { fileName, code } of snippets)
    writeFileSync(join(folder, fileName), `${jsxPragmaOf(code)}${code}\nexport {};\n`);
}

/** Returns the comment that selects the types of JSX, if they are not those of React. */
function jsxPragmaOf(code: string): string {
  return code.includes('from "@acp-store/solid"') ? "/** @jsxImportSource solid-js */\n" : "";
}
