import { existsSync, readFileSync, writeFileSync } from "node:fs";

const BEGIN_MARKER = "<!-- table -->";
const END_MARKER = "<!-- /table -->";

/** Writes a text to a file. If the file has markers, only the text between them is replaced. */
export function writeMarkdown(path: string, text: string): void {
  const page = existsSync(path) ? readFileSync(path, "utf8") : "";
  writeFileSync(path, insertTable(page, text));
}

/** Returns the page with the text between its markers, or only the text if it has none. */
export function insertTable(page: string, text: string): string {
  const [begin, end] = [page.indexOf(BEGIN_MARKER), page.indexOf(END_MARKER)];
  if (begin === -1 || end < begin) return `${text}\n`;
  return `${page.slice(0, begin + BEGIN_MARKER.length)}\n\n${text}\n\n${page.slice(end)}`;
}
