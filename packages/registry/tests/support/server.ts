import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** A server for one test. */
export interface TestServer {
  /** The address, without a slash at the end. */
  readonly url: string;
  /** The paths that were requested. */
  readonly requests: readonly string[];
  /**
   * Sends requests for any https address to the server instead. Everything but the name and the
   * encryption is real.
   */
  readonly fetch: typeof fetch;
  close(): Promise<void>;
}

/** Starts a server that stops when the test ends. */
export async function startServer(listener: RequestListener): Promise<TestServer> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? "");
    listener(request, response);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  onTestFinished(close);
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    requests,
    async fetch(input, init) {
      const { pathname } = new URL(input instanceof Request ? input.url : input);
      const { body, status, headers } = await fetch(`${url}${pathname}`, init);
      return new Response(body, { status, headers });
    },
    close,
  };
}

/** Returns a listener that answers with a text or a file. */
export const answering =
  (content: string | Buffer): RequestListener =>
  (_request, response) =>
    void response.end(content);
