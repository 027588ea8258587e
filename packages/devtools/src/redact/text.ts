/**
 * A text of which only the shape is left: letters become `x`, digits `0`; white space and punctuation
 * stay. Character by character, so that a text that came in pieces still equals the pieces.
 */
export function redactedText(text: string): string {
  return text.replace(/(?!\s)[A-Za-z\u0080-\uffff]/g, "x").replace(/\d/g, "0");
}

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

export function isBase64(text: string): boolean {
  return BASE64.test(text);
}

/** The same for text in base64, which comes in pieces as well. */
export function redactedBase64Text(data: string): string {
  return btoa(redactedText(atob(data)));
}

/** As many bytes as there were, of which nothing is left. */
export function redactedBytes(data: string): string {
  return btoa("x".repeat(atob(data).length));
}
