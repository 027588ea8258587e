/** Parts of Markdown as GitHub renders it. */

/** The text between two paragraphs. */
export const PARAGRAPH_BREAK = "\n\n";

/** Returns code in a fence that is longer than every fence in it. */
export function fence(text: string, language = ""): string {
  let longest = 2;
  // An agent may send more fences than a function has room for as arguments.
  for (const [ticks] of text.matchAll(/`{3,}/g)) longest = Math.max(longest, ticks.length);
  const ticks = "`".repeat(longest + 1);
  return `${ticks}${language}\n${text.replace(/\n$/, "")}\n${ticks}`;
}

/** Returns a part that is closed at first. The blank lines let Markdown in it be rendered. */
export function details(summary: string, content: readonly string[]): string {
  return [`<details><summary>${escapeHtml(summary)}</summary>`, ...content, "</details>"].join(
    "\n\n",
  );
}

/** Returns a text in one line, in which nothing is HTML. */
export function escapeHtml(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** Returns a link. Characters that would end it are encoded. */
export function link(text: string, address: string): string {
  const label = text.replaceAll(/[\\[\]]/g, "\\$&").replaceAll(/\s+/g, " ");
  const target = address.replaceAll(/[\s()<>]/g, (character) => encodeURIComponent(character));
  return `[${label}](${target.replaceAll("(", "%28").replaceAll(")", "%29")})`;
}

/** Returns a text as a quotation. */
export function quote(text: string): string {
  return text.trimEnd().replaceAll(/^/gm, "> ");
}
