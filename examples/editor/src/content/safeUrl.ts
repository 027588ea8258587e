const LINK_PROTOCOLS = new Set(["http:", "https:", "mailto:"]);
const IMAGE_TYPES = new Set(["image/png", "image/jpeg", "image/gif", "image/webp"]);

/** The address, if a click on it may leave the page; relative ones would lead into the page. */
export function safeHref(href: string | undefined): string | undefined {
  try {
    return LINK_PROTOCOLS.has(new URL(href ?? "").protocol) ? href : undefined;
  } catch {
    return undefined;
  }
}

/** An image that came in the message itself. SVG is a document, and stays out. */
export function imageDataUrl(mimeType: string, data: string): string | undefined {
  if (!IMAGE_TYPES.has(mimeType) || !/^[A-Za-z0-9+/=\s]+$/.test(data)) return undefined;
  return `data:${mimeType};base64,${data.replace(/\s/g, "")}`;
}
