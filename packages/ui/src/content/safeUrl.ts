const LINK_PROTOCOLS = new Set(["http:", "https:", "mailto:"]);
const MAX_URL_CHARACTERS = 20_000;
/** The types of images that agents can read and that the conversation shows. */
export const IMAGE_TYPES: readonly string[] = [
  "image/png",
  "image/jpeg",
  "image/gif",
  "image/webp",
];

/** Returns the URL if it is an absolute web or mail address, otherwise `undefined`. */
export function toSafeHref(href: string | undefined): string | undefined {
  // Parsing a very long address takes long, and browsers do not open it.
  if (href !== undefined && href.length > MAX_URL_CHARACTERS) return undefined;
  try {
    return LINK_PROTOCOLS.has(new URL(href ?? "").protocol) ? href : undefined;
  } catch {
    return undefined;
  }
}

/** Returns a data URL for an embedded image. SVG is excluded, because it can contain scripts. */
export function toImageDataUrl(mimeType: string, data: string): string | undefined {
  if (!IMAGE_TYPES.includes(mimeType) || !/^[A-Za-z0-9+/=\s]+$/.test(data)) return undefined;
  return `data:${mimeType};base64,${data.replace(/\s/g, "")}`;
}
