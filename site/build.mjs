// Builds the site, unless it is current.
// Usage: node build.mjs
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "vitepress";
import { hashFiles } from "./src/hashFiles.mjs";

const folder = import.meta.dirname;
/** Everything that the pages show or that generates them. */
const INPUTS = [
  ...["*.md", "docs", "examples/*/README.md", "packages", "skills"],
  ...["site/*.*", "site/.vitepress", "site/public", "site/src"],
  ...["site/gallery", "site/playground", "site/shell", "pnpm-lock.yaml"],
];
const HASH_FILE = join(folder, "dist/.hash");

const hash = `${hashFiles(join(folder, ".."), INPUTS)} ${process.env.DOCS_URL ?? ""}`;
if (existsSync(HASH_FILE) && readFileSync(HASH_FILE, "utf8") === hash)
  console.log("The site is current: site/dist");
else {
  await build(folder);
  writeFileSync(HASH_FILE, hash);
}
