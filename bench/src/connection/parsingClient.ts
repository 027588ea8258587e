import { once } from "node:events";
import { sink } from "../contestants/contestant.js";
import type { ByteClient, ByteConnection } from "./byteClient.js";
import { STREAM_METHOD } from "./memoryAgent.js";

const NEWLINE = 0x0a;

/** A connection of the baseline. */
interface ParsingConnection extends ByteConnection {
  /** Returns the number of messages so far. */
  countMessages(): number;
}

/** The minimum amount of work: splits the bytes into lines and parses each of them. */
export const parsingClient: ByteClient<ParsingConnection> = {
  name: "baseline",
  note: "only parses",
  async connect({ stdin, stdout, end }) {
    let rest: Buffer = Buffer.alloc(0);
    let messages = 0;
    let onReply = (): void => {};

    function receive(chunk: Buffer): void {
      const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      let start = 0;
      for (let stop = bytes.indexOf(NEWLINE); stop !== -1; stop = bytes.indexOf(NEWLINE, start)) {
        const message = JSON.parse(bytes.toString("utf8", start, stop)) as { id?: number };
        start = stop + 1;
        messages++;
        sink.state = message;
        if (message.id !== undefined) onReply();
      }
      rest = bytes.subarray(start);
    }

    stdout.on("data", receive);
    return {
      countMessages: () => messages,
      async stream() {
        const replied = new Promise<void>((resolve) => (onReply = resolve));
        stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: 0, method: STREAM_METHOD })}\n`);
        await replied;
      },
      async close() {
        const closed = once(stdout, "close");
        await end();
        stdout.destroy();
        await closed;
      },
    };
  },
};
