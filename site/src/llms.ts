import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { SITE } from "./address.js";
import { describePage } from "./describePage.js";
import { resolveLink } from "./links.js";
import type { Page } from "./pages.js";
import { API_SOURCE, readSource, ROOT, WRITTEN_PAGES, WRITTEN_SECTIONS } from "./repository.js";

/** The sections that an assistant does not need to write code. */
const OPTIONAL_SECTIONS = ["Evaluation", "Project"];

/** Returns the Markdown of a page with absolute links, which lead to Markdown files as well. */
function readPortablePage({ source }: Page): string {
  const parts = readSource(source)
    .replace(/^---\n[\s\S]*?\n---\n+/, "")
    .split(/^(```[\s\S]*?^```$)/m);
  return parts.map((part) => (part.startsWith("```") ? part : resolveLinks(source, part))).join("");
}

function resolveLinks(source: string, markdown: string): string {
  return markdown.replaceAll(/\]\(([^()\s]+)\)/g, (_, href: string) => {
    const link = resolveLink(source, href);
    if (!link.startsWith("/")) return `](${link})`;
    const [path = "", hash = ""] = link.slice(1).split(/(?=#)/);
    return `](${new URL(path === "" ? hash : `${path}.md${hash}`, SITE).href})`;
  });
}

/** Returns the pages about the entries of the packages. */
function listApiPages(): { readonly path: string; readonly title: string }[] {
  return readdirSync(join(ROOT, API_SOURCE), { encoding: "utf8", recursive: true })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => file.endsWith("/index.md"))
    .map((file) => {
      const [, title = file] = /^# (.+)$/m.exec(readSource(`${API_SOURCE}/${file}`)) ?? [];
      return { path: `api/${file}`, title };
    })
    .sort((a, b) => a.title.localeCompare(b.title));
}

const linkTo = ({ text, source, path }: Page): string =>
  `- [${text}](${new URL(`${path}.md`, SITE).href}): ${describePage(readSource(source))}`;

/**
 * Writes the site for language models: each page as Markdown beside its HTML file, `llms.txt` with
 * links to them, and `llms-full.txt` with the text of all pages.
 */
export function writeLlmsFiles(outDir: string, title: string, description: string): void {
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(outDir, path)), { recursive: true });
    writeFileSync(join(outDir, path), text);
  };
  for (const page of WRITTEN_PAGES) write(`${page.path}.md`, readPortablePage(page));
  for (const file of readdirSync(join(ROOT, API_SOURCE), { encoding: "utf8", recursive: true }))
    if (file.endsWith(".md"))
      write(join("api", file), readFileSync(join(ROOT, API_SOURCE, file), "utf8"));

  const isOptional = ({ text }: { readonly text: string }): boolean =>
    OPTIONAL_SECTIONS.includes(text);
  const needed = WRITTEN_SECTIONS.filter((section) => !isOptional(section));
  const optional = WRITTEN_SECTIONS.filter(isOptional).flatMap(({ pages }) => pages);
  const api = listApiPages().map(
    ({ path, title: name }) =>
      `- [${name}](${new URL(path, SITE).href}): All exports of \`${name}\`.`,
  );
  const lists = [
    ...needed.map(({ text, pages }) => `## ${text}\n\n${pages.map(linkTo).join("\n")}`),
    `## API reference\n\n${api.join("\n")}`,
    `## Optional\n\n${optional.map(linkTo).join("\n")}`,
  ];
  write("llms.txt", `# ${title}\n\n> ${description}\n\n${lists.join("\n\n")}\n`);
  const texts = needed.flatMap(({ pages }) => pages.map(readPortablePage));
  write("llms-full.txt", `# ${title}\n\n> ${description}\n\n${texts.join("\n\n---\n\n")}`);
}
