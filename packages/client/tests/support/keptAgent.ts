import type { AgentStream } from "@acp-store/client";
import type { Frame } from "@acp-store/core";
import type { AnyMessage, Stream } from "@agentclientprotocol/sdk";

/** An agent that keeps running while one client after the other uses it. */
interface KeptAgent {
  /** All messages that were exchanged with the agent. */
  readonly history: readonly Frame[];
  /** Opens a stream with the history. The stream that was opened before gets no more messages. */
  open(): AgentStream;
  /** Breaks the open stream. */
  crash(): void;
}

/** Keeps the stream to an agent, which outlives the streams that clients open. */
export function keepAgent({ readable, writable }: Stream): KeptAgent {
  const writer = writable.getWriter();
  const history: Frame[] = [];
  let current: ReadableStreamDefaultController<AnyMessage> | undefined;
  void (async () => {
    for await (const msg of readable) {
      history.push({ dir: "recv", msg, t: Date.now() });
      current?.enqueue(msg);
    }
  })();
  return {
    history,
    open: () => ({
      history: [...history],
      readable: new ReadableStream({ start: (controller) => void (current = controller) }),
      writable: new WritableStream({
        write(msg) {
          history.push({ dir: "sent", msg, t: Date.now() });
          return writer.write(msg);
        },
      }),
    }),
    crash: () => current?.error(new Error("The agent crashed.")),
  };
}
