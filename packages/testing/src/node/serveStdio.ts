import { writeSync } from "node:fs";
import { Readable, Writable } from "node:stream";
import { type AnyMessage, ndJsonStream, type Stream } from "@agentclientprotocol/sdk/unstable";
import type { ScriptedAgent } from "../index.js";

/**
 * Serves the client that started this process, over stdin and stdout. Resolves when the client has
 * closed the connection; the process ends when nothing else keeps it alive.
 * {@link https://agentclientprotocol.com/protocol/v1/transports}
 *
 * @example
 * ```ts
 * import { scriptedAgent } from "@acp-store/testing";
 * import { serveStdio } from "@acp-store/testing/node";
 *
 * await serveStdio(scriptedAgent({ onPrompt: (turn) => turn.say("Hello") }));
 * ```
 */
export async function serveStdio(agent: ScriptedAgent): Promise<void> {
  const stop = (): void => void process.stdin.destroy();
  process.once("SIGTERM", stop);
  await agent.serve(createStdioStream(), {
    onCrash(reason) {
      // Node writes to pipes synchronously, so the client receives everything that was sent.
      writeSync(2, `${reason}\n`);
      process.exit(1);
    },
  });
  // Once its commands are killed and stdin is closed, nothing keeps the process alive.
  process.off("SIGTERM", stop);
  process.stdin.destroy();
}

/** Returns the stream of this process. A text in place of a message becomes a line unchanged. */
function createStdioStream(): Stream {
  const input = Readable.toWeb(process.stdin) as ReadableStream<Uint8Array>;
  const { readable, writable } = ndJsonStream(Writable.toWeb(process.stdout), input);
  const writer = writable.getWriter();
  return {
    readable,
    writable: new WritableStream<AnyMessage>({
      write: (message: unknown) =>
        typeof message === "string" ? writeLine(message) : writer.write(message as AnyMessage),
      close: () => writer.close(),
      abort: (reason) => writer.abort(reason),
    }),
  };
}

const writeLine = (line: string): Promise<void> =>
  new Promise((resolve, reject) =>
    process.stdout.write(`${line}\n`, (error) => (error ? reject(error) : resolve())),
  );
