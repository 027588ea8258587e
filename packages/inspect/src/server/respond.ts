import type { ServerResponse } from "node:http";

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
];

/** The headers of every response. `host` has passed the guard, or is one of our own. */
export function setSecurityHeaders(response: ServerResponse, host: string): void {
  // 'self' covers WebSockets only in browsers that follow CSP 3.
  const policy = [...POLICY, `connect-src 'self' ws://${host}`].join("; ");
  response.setHeader("Content-Security-Policy", policy);
  response.setHeader("X-Content-Type-Options", "nosniff");
  response.setHeader("X-Frame-Options", "DENY");
  response.setHeader("Referrer-Policy", "no-referrer");
  response.setHeader("Cross-Origin-Opener-Policy", "same-origin");
  response.setHeader("Cross-Origin-Resource-Policy", "same-origin");
}

export function sendText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    "Content-Type": "text/plain; charset=utf-8",
    "Cache-Control": "no-store",
  });
  response.end(`${text}\n`);
}

export function redirect(response: ServerResponse, location: string, cookie?: string): void {
  if (cookie !== undefined) response.setHeader("Set-Cookie", cookie);
  response.writeHead(303, { Location: location, "Cache-Control": "no-store" });
  response.end();
}
