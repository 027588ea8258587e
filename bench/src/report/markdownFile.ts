import { existsSync, readFileSync, writeFileSync } from "node:fs";

const BEGIN = "<!-- table -->";
const END = "<!-- /table -->";

/** Writes a text to a file, or only between the marks where the file has them. */
export function writeMarkdown(path: string, text: string): void {
  const page = existsSync(path) ? readFileSync(path, "utf8") : "";
  writeFileSync(path, withTable(page, text));
}

/** A page with a text between its marks. */
export function withTable(page: string, text: string): string {
  const [begin, end] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (begin === -1 || end < begin) return `${text}\n`;
  return `${page.slice(0, begin + BEGIN.length)}\n\n${text}\n\n${page.slice(end)}`;
}
