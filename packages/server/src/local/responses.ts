import type { ServerResponse } from "node:http";

const CONTENT_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
];

/**
 * Sets the security headers of a response. The host of `socketOrigin`, such as `ws://127.0.0.1:4317`,
 * must have passed `checkHost` or be our own.
 */
export function setSecurityHeaders(response: ServerResponse, socketOrigin: string): void {
  // Before CSP level 3, 'self' does not include WebSockets.
  const policy = [...CONTENT_POLICY, `connect-src 'self' ${socketOrigin}`].join("; ");
  response.setHeader("Content-Security-Policy", policy);
  response.setHeader("X-Content-Type-Options", "nosniff");
  response.setHeader("X-Frame-Options", "DENY");
  response.setHeader("Referrer-Policy", "no-referrer");
  response.setHeader("Cross-Origin-Opener-Policy", "same-origin");
  response.setHeader("Cross-Origin-Resource-Policy", "same-origin");
  response.setHeader("Permissions-Policy", "camera=(), microphone=(), geolocation=()");
}

function send(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, {
    "Content-Type": `${type}; charset=utf-8`,
    "Content-Length": Buffer.byteLength(body),
    "Cache-Control": "no-store",
  });
  response.end(body);
}

/** Sends a line of plain text. */
export const sendText = (response: ServerResponse, status: number, text: string): void =>
  send(response, status, "text/plain", `${text}\n`);

/** Sends a value as JSON with status 200. */
export const sendJson = (response: ServerResponse, value: unknown): void =>
  send(response, 200, "application/json", JSON.stringify(value));

/** Redirects the browser with status 303 and optionally sets a cookie. */
export function sendRedirect(response: ServerResponse, location: string, cookie?: string): void {
  if (cookie !== undefined) response.setHeader("Set-Cookie", cookie);
  response.writeHead(303, { Location: location, "Cache-Control": "no-store" });
  response.end();
}

/** Sends a small page with a title and a paragraph, for a person who opened an address. */
export function sendNotice(
  response: ServerResponse,
  status: number,
  title: string,
  text: string,
): void {
  const body = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 34em; margin: 15vh auto; padding: 0 1em }
  @media (prefers-color-scheme: dark) { body { background: #16181d; color: #e6e6e6 } }
</style>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(text)}</p>
</html>
`;
  send(response, status, "text/html", body);
}

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
