/**
 * The address of the site. The variable `DOCS_URL` sets another one, whose path becomes the base of
 * all links.
 */
export const SITE: URL = new URL(process.env.DOCS_URL ?? "https://acp-store.github.io/acp-store/");
