import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");

/** Where snippets are written: inside the manual's package, which depends on all the others. */
export const snippetFolder: string = join(root, "docs/.cache/snippets");

/** A block of code in a page, as a file. */
export interface Snippet {
  readonly page: string;
  readonly file: string;
  readonly code: string;
}

/** Every Markdown page of the repository. */
export function pages(): string[] {
  const inFolder = (folder: string): string[] =>
    readdirSync(join(root, folder), { withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith(".md"))
      .map((entry) => join(folder, entry.name));
  const folders = ["packages", "examples"].flatMap((parent) =>
    readdirSync(join(root, parent)).map((name) => join(parent, name)),
  );
  return [".", "docs", ...folders].flatMap(inFolder);
}

export function textOf(page: string): string {
  return readFileSync(join(root, page), "utf8");
}

/** Writes each TypeScript block of every page to a file of its own. */
export function writeSnippets(): Snippet[] {
  rmSync(snippetFolder, { recursive: true, force: true });
  mkdirSync(snippetFolder, { recursive: true });
  const found = pages().flatMap((page) =>
    [...textOf(page).matchAll(/^```(tsx?)\n([\s\S]*?)^```$/gm)].map(
      ([, extension, code], index) => {
        const name = `${page.replace(/\W+/g, "-").replace(/-md$/, "")}-${index + 1}.${extension}`;
        return { page, file: join(snippetFolder, name), code: code ?? "" };
      },
    ),
  );
  for (const { file, code } of found) writeFileSync(file, `${code}\nexport {};\n`);
  writeFileSync(join(snippetFolder, "tsconfig.json"), JSON.stringify(config));
  return found;
}

const config = {
  extends: "../../../tsconfig.test.json",
  compilerOptions: { incremental: false, noUnusedLocals: false },
  include: ["*.ts", "*.tsx"],
};
