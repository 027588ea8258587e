const ATTRIBUTES = ["aria-label", "title", "placeholder", "alt", "aria-valuetext"];

/** Returns the texts of a page: those that are shown, and those that assistive technology reads. */
export function readTexts(root: Element = document.body): string[] {
  const texts: string[] = [];
  for (const element of [root, ...root.querySelectorAll("*")]) {
    if (element instanceof HTMLStyleElement || element instanceof HTMLScriptElement) continue;
    for (const node of element.childNodes) if (node instanceof Text) texts.push(node.data);
    for (const name of ATTRIBUTES) texts.push(element.getAttribute(name) ?? "");
  }
  return [...new Set(texts.map((value) => value.trim()))].filter(Boolean);
}
