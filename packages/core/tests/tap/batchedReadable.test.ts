import { createAcpStore, type Frame } from "@acp-store/core";
import { batchedReadable, type MessageBatches, tapStream } from "@acp-store/core/tap";
import { describe, expect, it, vi } from "vitest";

interface Message {
  readonly jsonrpc: "2.0";
  readonly method: string;
  readonly params?: object;
}

const message = (method: string): Message => ({ jsonrpc: "2.0", method });
const update = (text: string): Message => ({
  jsonrpc: "2.0",
  method: "session/update",
  params: {
    sessionId: "s1",
    update: { sessionUpdate: "agent_message_chunk", content: { type: "text", text } },
  },
});

/** Returns a source that delivers the batches one after the other. */
function deliver(...batches: readonly (readonly Message[])[]): MessageBatches<Message> {
  const rest = [...batches];
  return { read: async () => rest.shift(), cancel: () => {} };
}

async function readAll(readable: ReadableStream<Message>): Promise<Message[]> {
  const messages: Message[] = [];
  const reader = readable.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return messages;
    messages.push(value);
  }
}

/** Taps the batches. The observed methods are recorded. */
function tap(batches: MessageBatches<Message>, shouldForward?: (incoming: Message) => boolean) {
  const observed: string[] = [];
  const store = {
    observe: ({ msg }: Frame) => {
      observed.push((msg as Message).method);
      return { accepted: true, diagnostics: [] };
    },
  };
  const source = { readable: batchedReadable(batches), writable: new WritableStream<Message>() };
  const { readable } = tapStream(source, store, shouldForward && { shouldForward });
  return { source, readable, observed };
}

describe("batchedReadable", () => {
  it("returns a stream of the messages in all batches", async () => {
    const batches = deliver([message("a"), message("b")], [], [message("c")]);
    expect(await readAll(batchedReadable(batches))).toEqual(["a", "b", "c"].map(message));
  });

  it("fails with the error of the source", async () => {
    const read = () => Promise.reject(new Error("broken"));
    const reader = batchedReadable<Message>({ read, cancel: () => {} }).getReader();
    await expect(reader.read()).rejects.toThrow("broken");
  });

  it("cancels the source", async () => {
    const cancel = vi.fn<(reason: unknown) => void>();
    await batchedReadable<Message>({ ...deliver(), cancel }).cancel("enough");
    expect(cancel).toHaveBeenCalledExactlyOnceWith("enough");
  });
});

describe("tapStream on a batched stream", () => {
  it("observes all messages in order and forwards the selected ones", async () => {
    const batches = deliver([message("a"), message("b")], [], [message("c"), message("d")]);
    const { readable, observed } = tap(batches, ({ method }) => method !== "b");
    expect(await readAll(readable)).toEqual(["a", "c", "d"].map(message));
    expect(observed).toEqual(["a", "b", "c", "d"]);
  });

  it("locks the stream, so that nobody else reads its messages", () => {
    expect(tap(deliver()).source.readable.locked).toBe(true);
  });

  it("reads the next batch only after all messages of the previous one", async () => {
    const { read } = deliver([message("a"), message("b")], [message("c")]);
    const countingRead = vi.fn<typeof read>(read);
    const { readable } = tap({ read: countingRead, cancel: () => {} });
    const reader = readable.getReader();
    await reader.read();
    await reader.read();
    expect(countingRead).toHaveBeenCalledTimes(1);
    await reader.read();
    expect(countingRead).toHaveBeenCalledTimes(2);
  });

  it("delivers the batches that arrived before the source failed", async () => {
    const { read } = deliver([message("a")]);
    const { readable } = tap({
      read: async () => {
        const batch = await read();
        if (batch) return batch;
        throw new Error("broken");
      },
      cancel: () => {},
    });
    const reader = readable.getReader();
    expect(await reader.read()).toEqual({ done: false, value: message("a") });
    await expect(reader.read()).rejects.toThrow("broken");
  });

  it("passes a cancellation on to the source", async () => {
    const cancel = vi.fn<(reason: unknown) => void>();
    const { readable } = tap({ ...deliver([message("a")]), cancel });
    await readable.cancel("enough");
    expect(cancel).toHaveBeenCalledExactlyOnceWith("enough");
  });

  it("reads from a wrapper of the stream, even though the wrapper has no batches", async () => {
    const seen: string[] = [];
    const batched = batchedReadable(deliver([message("a"), message("b")]));
    const readable = batched.pipeThrough(
      new TransformStream<Message, Message>({
        transform(passing, controller) {
          seen.push(passing.method);
          controller.enqueue(passing);
        },
      }),
    );
    const writable = new WritableStream<Message>();
    const tapped = tapStream({ readable, writable }, createAcpStore());
    expect(await readAll(tapped.readable)).toEqual(["a", "b"].map(message));
    expect(seen).toEqual(["a", "b"]);
  });

  it.each([true, false])(
    "lets timers fire while batches arrive without a pause (forwarded: %s)",
    async (isForwarded) => {
      const store = createAcpStore();
      let isTimeUp = false;
      setTimeout(() => (isTimeUp = true), 1);
      let hasRead = false;
      async function read() {
        // On a busy system, the time may be up before the first read.
        if (hasRead && isTimeUp) return undefined;
        hasRead = true;
        return [update("x"), update("y")];
      }
      const readable = batchedReadable<Message>({ read, cancel: () => {} });
      const writable = new WritableStream<Message>();
      const shouldForward = () => isForwarded;
      await readAll(tapStream({ readable, writable }, store, { shouldForward }).readable);
      expect(store.getState().sessions.get("s1")?.timeline.length).toBe(1);
    },
  );
});
