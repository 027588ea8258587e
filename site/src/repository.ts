import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Page, SECTIONS, type Section } from "./pages.js";

/** The folder of the repository. */
export const ROOT: string = join(import.meta.dirname, "../..");
/** The address of the repository on GitHub. */
export const REPOSITORY = "https://github.com/acp-store/acp-store";
/** The home page, relative to the repository. */
export const HOME_SOURCE = "site/index.md";
/** The folder of the generated API pages, relative to the repository. */
export const API_SOURCE = "site/api";

/** Returns the text of a file of the repository. */
export function readSource(source: string): string {
  return readFileSync(join(ROOT, source), "utf8");
}

/** The version of all packages, which are released together. */
export const VERSION = (
  JSON.parse(readSource("packages/core/package.json")) as { readonly version: string }
).version;
/** The tag of that version. The links to source code point to it. */
export const TAG: string = `@acp-store/core@${VERSION}`;

const isWritten = ({ source }: Page): boolean => existsSync(join(ROOT, source));

/** The sections with the pages that exist. */
export const WRITTEN_SECTIONS: readonly Section[] = SECTIONS.map(({ text, pages }) => ({
  text,
  pages: pages.filter(isWritten),
})).filter(({ pages }) => pages.length > 0);

/** The pages that exist. */
export const WRITTEN_PAGES: readonly Page[] = WRITTEN_SECTIONS.flatMap(({ pages }) => pages);

/** The files of the pages that do not exist yet. */
export const MISSING_SOURCES: readonly string[] = SECTIONS.flatMap(({ pages }) => pages)
  .filter((page) => !isWritten(page))
  .map(({ source }) => source);

/**
 * Returns the Markdown files of the repository that are not pages, such as notes beside tests.
 * Generated pages are not listed, because git ignores them.
 */
export function listOtherSources(): string[] {
  const pages = new Set([...WRITTEN_PAGES.map(({ source }) => source), HOME_SOURCE]);
  const options = ["--cached", "--others", "--exclude-standard"];
  return execFileSync("git", ["ls-files", ...options, "*.md"], { cwd: ROOT, encoding: "utf8" })
    .split("\n")
    .filter((source) => source !== "" && !pages.has(source));
}
