/** The arguments of {@link openDownload}. */
export interface DownloadRequest {
  readonly url: string;
  /** The number of bytes after which the download fails. */
  readonly maxBytes: number;
  /** The time in ms without a byte after which the download fails. */
  readonly idleMs: number;
  readonly fetch: typeof globalThis.fetch;
  /** Whether the server may redirect to an address that is not encrypted. */
  readonly allowsHttp: boolean;
  readonly signal: AbortSignal | undefined;
}

/** A response whose body has not been read. */
export interface Download {
  /** The size in bytes that the server has announced, if it has. */
  readonly totalBytes?: number;
  /** Yields the body. Throws a {@link DownloadProblem}, or the reason of the caller's signal. */
  readonly chunks: AsyncIterable<Uint8Array>;
}

/** A failed download. The message is a part of a sentence, such as "the server answered 404". */
export class DownloadProblem extends Error {
  override readonly name = "DownloadProblem";

  constructor(
    message: string,
    readonly isTooLarge: boolean = false,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/**
 * Requests a file. Resolves when the server has answered with a status that means success.
 *
 * @throws DownloadProblem if the server does not send the file, and the reason of the signal if it
 *   was aborted.
 */
export async function openDownload(request: DownloadRequest): Promise<Download> {
  const { url, maxBytes, idleMs, signal: callerSignal, allowsHttp } = request;
  const idle = new AbortController();
  const expire = (): void =>
    idle.abort(new DownloadProblem(`the server sent nothing for ${idleMs / 1000} seconds`));
  const timer = setTimeout(expire, idleMs);
  const signal = callerSignal ? AbortSignal.any([callerSignal, idle.signal]) : idle.signal;

  /** Runs a step of the download, and translates its errors. */
  async function during<Result>(step: () => Promise<Result>): Promise<Result> {
    try {
      return await step();
    } catch (error) {
      clearTimeout(timer);
      callerSignal?.throwIfAborted();
      if (idle.signal.aborted) throw idle.signal.reason;
      throw error instanceof DownloadProblem ? error : toProblem(error);
    }
  }

  const response = await during(async () => {
    // A server may compress an archive for the transport, and the checksum is that of the archive.
    const headers = { "accept-encoding": "identity" };
    const answer = await request.fetch(url, { headers, signal });
    if (!answer.ok || !answer.body) {
      await answer.body?.cancel();
      throw new DownloadProblem(`the server answered ${answer.status} ${answer.statusText}`.trim());
    }
    if (!allowsHttp && new URL(answer.url || url).protocol !== "https:") {
      await answer.body.cancel();
      throw new DownloadProblem(`the server redirected to ${answer.url}, which is not encrypted`);
    }
    return { body: answer.body, length: Number(answer.headers.get("content-length")) };
  });

  async function* readChunks(): AsyncGenerator<Uint8Array> {
    const reader = response.body.getReader();
    let received = 0;
    try {
      for (;;) {
        const { done, value } = await during(() => reader.read());
        if (done) return;
        received += value.byteLength;
        if (received > maxBytes)
          throw new DownloadProblem(`the file is larger than ${formatBytes(maxBytes)}`, true);
        timer.refresh();
        yield value;
      }
    } finally {
      clearTimeout(timer);
      // The server may still be sending.
      await reader.cancel().catch(() => {});
    }
  }

  return {
    chunks: readChunks(),
    ...(response.length > 0 && { totalBytes: response.length }),
  };
}

/** Returns a problem with the cause that `fetch` hides behind "fetch failed". */
function toProblem(error: unknown): DownloadProblem {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  // The error for several addresses of a server has a code, but no message.
  const text = cause instanceof Error ? cause.message || String(Reflect.get(cause, "code")) : cause;
  return new DownloadProblem(String(text), false, { cause: error });
}

/** Returns a size for people, such as "16 MB". */
export function formatBytes(bytes: number): string {
  const units = ["bytes", "kB", "MB", "GB"];
  const exponent = Math.min(
    units.length - 1,
    Math.floor(Math.log(Math.max(1, bytes)) / Math.log(1000)),
  );
  const value = bytes / 1000 ** exponent;
  return `${Number(value.toPrecision(3))} ${units[exponent]}`;
}
