import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");

/**
 * The folder for the snippets. It is inside the `docs` package, which depends on all other
 * packages.
 */
export const snippetFolder: string = join(root, "docs/.cache/snippets");

/** A code block of a page, written to a file. */
export interface Snippet {
  readonly page: string;
  readonly file: string;
  readonly code: string;
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
  return [".", "docs", ...folders].flatMap(listFolder);
}

/** Returns the text of a page. */
export function readPage(page: string): string {
  return readFileSync(join(root, page), "utf8");
}

/** Writes each TypeScript block of every page to its own file. */
export function writeSnippets(): Snippet[] {
  rmSync(snippetFolder, { recursive: true, force: true });
  mkdirSync(snippetFolder, { recursive: true });
  const snippets = listPages().flatMap((page) =>
    [...readPage(page).matchAll(/^```(tsx?)\n([\s\S]*?)^```$/gm)].map(
      ([, extension, code], index) => {
        const name = `${page.replace(/\W+/g, "-").replace(/-md$/, "")}-${index + 1}.${extension}`;
        return { page, file: join(snippetFolder, name), code: code ?? "" };
      },
    ),
  );
  for (const { file, code } of snippets) writeFileSync(file, `${code}\nexport {};\n`);
  writeFileSync(join(snippetFolder, "tsconfig.json"), JSON.stringify(config));
  return snippets;
}

const config = {
  extends: "../../../tsconfig.test.json",
  compilerOptions: { incremental: false, noUnusedLocals: false },
  include: ["*.ts", "*.tsx"],
};
