/**
 * Returns the first paragraph of a Markdown file as plain text, for search results and previews of
 * links.
 */
export function describePage(markdown: string): string {
  const paragraphs = markdown
    .replace(/^---\n[\s\S]*?\n---\n/, "")
    .replaceAll(/^(```|~~~)[\s\S]*?^\1$/gm, "")
    .split(/\n\s*\n/);
  const isText = (text: string): boolean =>
    /^\s*(?:\*\*|`|\[(?!!))?[A-Za-z]/.test(text) && !text.startsWith("Defined in: ");
  const first = paragraphs.find(isText) ?? "";
  const plain = first
    .replaceAll(/!?\[((?:[^[\]]|\[[^\]]*\])*)\]\([^)]*\)/g, "$1")
    .replaceAll(/[*_`]{1,2}(?=\S)|(?<=\S)[*_`]{1,2}/g, "")
    .replaceAll(/\s+/g, " ")
    .trim();
  return plain.length <= 200 ? plain : `${plain.slice(0, 197).replace(/\s\S*$/, "")}…`;
}
