import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { SITE } from "./address.js";
import { REPOSITORY, ROOT, TAG } from "./repository.js";

/** The anchors of a page, and its links. */
interface PageLinks {
  readonly anchors: ReadonlySet<string>;
  readonly links: readonly string[];
}

function readPageLinks(html: string): PageLinks {
  const matches = (pattern: RegExp): string[] =>
    Array.from(html.matchAll(pattern), ([, value = ""]) => value.replaceAll("&amp;", "&"));
  return {
    anchors: new Set(matches(/<[a-z][^>]*? id="([^"]+)"/g)),
    links: matches(/<a\b[^>]*? href="([^"]+)"/g),
  };
}

/** These pages read the hash as an address, and show its content with a script. */
const ROUTED_PAGES = /\/(?:gallery|playground)\/$/;

/** Returns the path of the page at an address of the site, such as `/guides/react`. */
const pageOf = (path: string): string => (path.endsWith("/") ? `${path}index` : path);

/**
 * Throws if a link of a built page leads to a page, an anchor or a file of the repository that does
 * not exist. VitePress itself checks only the pages that Markdown links to. Other sites are not
 * contacted.
 * @param outDir The folder of the built site.
 */
export function checkLinks(outDir: string): void {
  const files = readdirSync(outDir, { encoding: "utf8", recursive: true });
  const pages = new Map(
    files
      .filter((file) => file.endsWith(".html"))
      .map((file): [string, PageLinks] => [
        SITE.pathname + file.replaceAll("\\", "/").replace(/\.html$/, ""),
        readPageLinks(readFileSync(join(outDir, file), "utf8")),
      ]),
  );
  const problems = new Set<string>();
  for (const [page, { links }] of pages)
    for (const link of links) {
      const { href, origin, pathname, hash } = new URL(link, new URL(page, SITE));
      const [, file] = href.replace(/#.*/, "").split(`/${TAG}/`);
      if (href.startsWith(REPOSITORY)) {
        if (file !== undefined && !existsSync(join(ROOT, file)))
          problems.add(`${page}: ${file} does not exist in the repository.`);
      } else if (origin === SITE.origin) {
        const target = pages.get(pageOf(pathname));
        const isFile = existsSync(join(outDir, pathname.slice(SITE.pathname.length)));
        if (target === undefined && !isFile) problems.add(`${page}: ${link} does not exist.`);
        else if (
          hash !== "" &&
          !ROUTED_PAGES.test(pathname) &&
          !target?.anchors.has(decodeURIComponent(hash.slice(1)))
        )
          problems.add(`${page}: ${link} names an anchor that does not exist.`);
      }
    }
  if (problems.size > 0)
    throw new Error(`${problems.size} links are broken:\n${[...problems].join("\n")}`);
}
