import { once } from "node:events";
import { request, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Sends a request with arbitrary headers. `fetch` does not allow setting `Host` and `Origin`. */
export async function get(
  url: URL,
  headers: Record<string, string> = {},
  method = "GET",
): Promise<Reply> {
  const sent = request(url, { method, headers, agent: false }).end();
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    text: await text(response),
  };
}
