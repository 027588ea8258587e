import { redactedText } from "./text.js";

/** What says nothing about anybody: the root, the dots, a scheme, a drive. */
const PLAIN = /^(?:\.{0,2}|[a-z]+:|[A-Z]:)$/;

/**
 * Redacts paths and addresses part by part. Different parts stay different and the same ones the
 * same, so that two files of a folder are still two files of a folder.
 */
export function createPathRedactor(): (path: string) => string {
  const known = new Map<string, string>();
  const used = new Set<string>();

  function redactedPart(part: string): string {
    if (PLAIN.test(part)) return part;
    const name = known.get(part) ?? newName(redactedText(part));
    known.set(part, name);
    return name;
  }

  function newName(shape: string): string {
    let name = shape;
    for (let number = 2; used.has(name); number++) name = `${shape}-${number}`;
    used.add(name);
    return name;
  }

  return (path) =>
    path
      .split(/([\\/])/)
      .map((part) => (part === "/" || part === "\\" ? part : redactedPart(part)))
      .join("");
}
