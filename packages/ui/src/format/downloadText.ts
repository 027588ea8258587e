/** The longest name of a file, without its extension, in characters. */
const MAX_NAME_LENGTH = 80;

/** The file of {@link downloadText}. */
export interface DownloadedFile {
  /** The words of the title become the name, "session" if it has none. */
  readonly title: string;
  /** The end of the name, without the dot. */
  readonly extension: string;
  /** The media type. */
  readonly type: string;
}

/**
 * Offers a text as a file to save. Needs a document.
 *
 * @example
 * ```ts
 * downloadText(JSON.stringify(session), { title: "Fix the cart", extension: "json", type: "application/json" });
 * ```
 */
export function downloadText(text: string, { title, extension, type }: DownloadedFile): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const words = title.normalize("NFKD").match(/[\p{Letter}\p{Number}]+/gu) ?? [];
  const link = document.createElement("a");
  link.href = url;
  link.download = `${words.join("-").slice(0, MAX_NAME_LENGTH) || "session"}.${extension}`;
  link.click();
  URL.revokeObjectURL(url);
}
