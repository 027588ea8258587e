import { statSync } from "node:fs";
import { join, posix } from "node:path";
import { REPOSITORY, ROOT, TAG, WRITTEN_PAGES } from "./repository.js";

/** The overviews of the repository, whose place on the site is the home page. */
const OVERVIEWS = ["README.md", "docs/README.md"];
const pathBySource = new Map([
  ...OVERVIEWS.map((source): [string, string] => [source, ""]),
  ...WRITTEN_PAGES.map(({ source, path }): [string, string] => [source, path]),
]);

/**
 * Returns the link on the site for a link in a Markdown file: to the page if the target has one,
 * otherwise to the file on GitHub.
 * @param source The path of the Markdown file, relative to the repository.
 */
export function resolveLink(source: string, href: string): string {
  if (/^(?:[a-z][\w+.-]*:|\/|#)/i.test(href)) return href;
  const [, target = "", hash = ""] = /^([^#]*)(.*)$/.exec(href) ?? [];
  const file = posix.join(posix.dirname(source), decodeURI(target)).replace(/\/$/, "");
  const path = pathBySource.get(file) ?? pathBySource.get(`${file}/README.md`);
  if (path !== undefined) return `/${path}${hash}`;
  const kind = statSync(join(ROOT, file), { throwIfNoEntry: false })?.isDirectory()
    ? "tree"
    : "blob";
  return `${REPOSITORY}/${kind}/${TAG}/${file}${hash}`;
}
