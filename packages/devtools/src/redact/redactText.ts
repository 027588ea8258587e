/** The parts of a path that identify nobody: the root, dots, a URL scheme, a drive letter. */
const PUBLIC_PATH_PART = /^(?:\.{0,2}|[a-z]+:|[A-Z]:)$/;

/** The markers by which the store recognizes words of an agent that are attributed to the user. */
const AGENT_CONTEXT = /(<\/?session_context>|\[Function Response: )/;

/**
 * Replaces letters with `x` and digits with `0`. Whitespace and punctuation stay. The replacement
 * works on single characters, so that redacted chunks still add up to the redacted text.
 */
export function redactText(text: string): string {
  if (AGENT_CONTEXT.test(text))
    return text
      .split(AGENT_CONTEXT)
      .map((part) => (AGENT_CONTEXT.test(part) ? part : redactText(part)))
      .join("");
  return text.replace(/(?!\s)[A-Za-z\u0080-\uffff]/g, "x").replace(/\d/g, "0");
}

/** Redacts base64-encoded text, one character at a time like {@link redactText}. */
export function redactBase64Text(data: string): string {
  return btoa(redactText(atob(data)));
}

/** Replaces base64-encoded data with the same number of `x` bytes. */
export function redactBase64Bytes(data: string): string {
  return btoa("x".repeat(atob(data).length));
}

/**
 * Creates a function that redacts paths and URLs, one path segment at a time. Equal segments get the
 * same replacement and different segments different ones, so that two files in the same folder remain
 * two files in the same folder.
 */
export function createPathRedactor(): (path: string) => string {
  const replacements = new Map<string, string>();
  const used = new Set<string>();

  function redactSegment(segment: string): string {
    if (PUBLIC_PATH_PART.test(segment)) return segment;
    const replacement = replacements.get(segment) ?? uniqueName(redactText(segment));
    replacements.set(segment, replacement);
    return replacement;
  }

  function uniqueName(shape: string): string {
    let name = shape;
    for (let number = 2; used.has(name); number++) name = `${shape}-${number}`;
    used.add(name);
    return name;
  }

  return (path) =>
    path
      .split(/([\\/])/)
      .map((part) => (part === "/" || part === "\\" ? part : redactSegment(part)))
      .join("");
}
