import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { SITE } from "../src/address.js";
import { checkLinks } from "../src/checkLinks.js";
import { REPOSITORY, TAG } from "../src/repository.js";

/** Writes a site whose pages are given by their paths. Returns its folder. */
function writeSite(pages: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "acp-store-site-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [path, html] of Object.entries(pages)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), html);
  }
  return folder;
}

const linkTo = (href: string): string => `<p><a class="link" href="${href}">text</a></p>`;

it("accepts links to pages, anchors, other files, other sites and the repository", () => {
  const links = [
    `${SITE.pathname}guide#part-one`,
    `${SITE.pathname}guide?a=1&amp;b=2`,
    "guide#%C3%BCber",
    "#here",
    SITE.pathname,
    `${SITE.pathname}llms.txt`,
    "https://example.com/missing",
    `${REPOSITORY}/blob/${TAG}/packages/core/package.json#L3`,
    `${REPOSITORY}/issues`,
  ];
  const site = writeSite({
    "index.html": `<h1 id="here">Home</h1>${links.map(linkTo).join("")}`,
    "guide.html": '<h2 id="part-one" tabindex="-1">One</h2><a id="über"></a>',
    "llms.txt": "",
  });
  expect(() => checkLinks(site)).not.toThrow();
});

it("names each link to a page, an anchor or a file that does not exist, with the page", () => {
  const site = writeSite({
    "guides/index.html": [
      linkTo(`${SITE.pathname}missing`),
      linkTo(`${SITE.pathname}guides/#part-two`),
      linkTo(`${REPOSITORY}/blob/${TAG}/packages/core/missing.ts#L3`),
    ].join(""),
  });
  const page = `${SITE.pathname}guides/index`;
  expect(() => checkLinks(site)).toThrow(
    [
      "3 links are broken:",
      `${page}: ${SITE.pathname}missing does not exist.`,
      `${page}: ${SITE.pathname}guides/#part-two names an anchor that does not exist.`,
      `${page}: packages/core/missing.ts does not exist in the repository.`,
    ].join("\n"),
  );
});
