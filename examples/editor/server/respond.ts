import type { ServerResponse } from "node:http";

function send(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, {
    "Content-Type": `${type}; charset=utf-8`,
    "Content-Length": Buffer.byteLength(body),
    "Cache-Control": "no-store",
  });
  response.end(body);
}

export const sendText = (response: ServerResponse, status: number, text: string): void =>
  send(response, status, "text/plain", `${text}\n`);

export const sendJson = (response: ServerResponse, value: unknown): void =>
  send(response, 200, "application/json", JSON.stringify(value));

export function redirect(response: ServerResponse, location: string, cookie?: string): void {
  if (cookie !== undefined) response.setHeader("Set-Cookie", cookie);
  response.writeHead(303, { Location: location, "Cache-Control": "no-store" });
  response.end();
}

/** A page of this server's own, for a person who has no session or whose page was never built. */
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
<title>${title}</title>
<style>
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 34em; margin: 15vh auto; padding: 0 1em }
  @media (prefers-color-scheme: dark) { body { background: #16181d; color: #e6e6e6 } }
</style>
<h1>${title}</h1>
<p>${text}</p>
</html>
`;
  send(response, status, "text/html", body);
}
