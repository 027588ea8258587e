import { constants, createDeflateRaw } from "node:zlib";

/** The bytes at the end of each flush, which `permessage-deflate` does not send. */
const FLUSH_MARKER_BYTES = 4;

/**
 * Resolves with the number of bytes of messages that are compressed one after the other with a common
 * window, like a WebSocket with `permessage-deflate` and context takeover does.
 */
export async function countDeflatedBytes(texts: readonly string[]): Promise<number> {
  const deflate = createDeflateRaw();
  let bytes = 0;
  deflate.on("data", (chunk: Buffer) => (bytes += chunk.length));
  for (const text of texts) {
    deflate.write(text);
    await new Promise<void>((resolve) => deflate.flush(constants.Z_SYNC_FLUSH, resolve));
    bytes -= FLUSH_MARKER_BYTES;
  }
  deflate.close();
  return bytes;
}
