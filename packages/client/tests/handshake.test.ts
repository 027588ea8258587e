import { type AcpConnectionError, connectAgent, isAcpConnectionError } from "@acp-store/client";
import { createAcpStore } from "@acp-store/core";
import type { AnyMessage } from "@agentclientprotocol/sdk";
import { describe, expect, it, vi } from "vitest";
import { agentV1, agentV2 } from "./support/agents.js";
import { rawAgent, type RawMessage, streamTo } from "./support/streams.js";

const newStore = () => createAcpStore({ scheduler: "sync" });
const version1 = {
  protocolVersion: 1,
  agentInfo: { name: "a", version: "1" },
  agentCapabilities: {},
};

/** An agent that only ever answers `initialize`, as told; and what it was asked. */
function answering(answer: (asked: RawMessage, count: number) => object | undefined) {
  const asked: RawMessage[] = [];
  const stream = streamTo(
    rawAgent((message, write) => {
      if (message.method !== "initialize") return;
      asked.push(message);
      const result = answer(message, asked.length);
      if (result) write({ id: message.id, ...result });
    }),
  );
  return { stream, asked };
}

/** A stream with an answer to `initialize`, and whether it is open. */
function tracked(onAnswer: () => unknown = () => {}) {
  let isOpen = true;
  let controller: ReadableStreamDefaultController<AnyMessage> | undefined;
  const readable = new ReadableStream<AnyMessage>({
    start: (own) => void (controller = own),
    cancel: () => void (isOpen = false),
  });
  const writable = new WritableStream<AnyMessage>({
    write(message) {
      controller?.enqueue({
        jsonrpc: "2.0",
        id: "id" in message ? message.id : null,
        result: version1,
      });
      onAnswer();
    },
  });
  return { stream: { readable, writable }, isOpen: () => isOpen };
}

const failure = async (promise: Promise<unknown>): Promise<AcpConnectionError> => {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!isAcpConnectionError(error)) throw error;
  return error;
};

describe("the handshake", () => {
  it("offers the newest version once, in the words of both", async () => {
    const { stream, asked } = answering(() => ({ result: version1 }));
    const store = newStore();
    const clientInfo = { name: "my-editor", version: "3" };
    await connectAgent(store, stream, {
      clientInfo,
      fs: { readTextFile: () => Promise.resolve({ content: "" }) },
      capabilities: { auth: { terminal: true } },
    });
    expect(asked).toMatchObject([
      {
        params: {
          protocolVersion: 2,
          info: clientInfo,
          capabilities: { elicitation: { form: {}, url: {} }, auth: { terminal: {} } },
          clientInfo,
          clientCapabilities: {
            fs: { readTextFile: true, writeTextFile: false },
            terminal: false,
            elicitation: { form: {}, url: {} },
            auth: { terminal: true },
          },
        },
      },
    ]);
    expect(store.getState()).toMatchObject({ protocolVersion: 1, agent: { info: { name: "a" } } });
  });

  it("leaves the capabilities with an agent that takes the offer in version 1", async () => {
    const onInitialize = vi.fn<(params: { clientCapabilities?: unknown }) => void>();
    const stream = streamTo((end) => agentV1({ onInitialize }).connect(end as never));
    const fs = { readTextFile: () => Promise.resolve({ content: "" }) };
    await connectAgent(newStore(), stream, { fs });
    expect(onInitialize.mock.calls).toMatchObject([
      [{ clientCapabilities: { fs: { readTextFile: true, writeTextFile: false } } }],
    ]);
  });

  it("asks for the next version where the first is answered with an error", async () => {
    const { stream, asked } = answering((_asked, count) =>
      count === 1 ? { error: { code: -32602, message: "Invalid params" } } : { result: version1 },
    );
    const store = newStore();
    await connectAgent(store, stream);
    expect(asked.map(({ params }) => params?.["protocolVersion"])).toEqual([2, 1]);
    expect(store.getState().connection).toEqual({ status: "ready" });
  });

  it("does not believe an agent that gives back the number of the offer", async () => {
    const { stream, asked } = answering(({ params }) => ({
      result: { ...version1, protocolVersion: params?.["protocolVersion"] },
    }));
    const store = newStore();
    await connectAgent(store, stream);
    expect(asked.map(({ params }) => params?.["protocolVersion"])).toEqual([2, 1]);
    expect(store.getState().protocolVersion).toBe(1);
  });

  it("asks on a fresh stream where the agent hangs up on the first version", async () => {
    const versions: unknown[] = [];
    const store = newStore();
    const agent = rawAgent((message, write, hangUp) => {
      versions.push(message.params?.["protocolVersion"]);
      if (versions.length === 1) hangUp();
      else write({ id: message.id, result: version1 });
    });
    await connectAgent(store, () => streamTo(agent));
    expect(versions).toEqual([2, 1]);
    expect(store.getState().connection).toEqual({ status: "ready" });
  });

  it("fails where the agent hangs up on all", async () => {
    const store = newStore();
    const hangUp = () =>
      streamTo(({ writable }) => {
        void writable.close();
      });
    const error = await failure(connectAgent(store, hangUp));
    expect(error).toMatchObject({ reason: "closed" });
    expect(error.message).toContain("The agent closed the connection.");
    expect(store.getState().connection).toMatchObject({ status: "closed" });
  });
});

describe("an agent that cannot be connected to", () => {
  it("never answers: the wait ends, and the connection with it", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const store = newStore();
    const { stream } = answering(() => undefined);
    const failed = failure(connectAgent(store, stream, { initializeTimeout: 5000 }));
    await vi.advanceTimersByTimeAsync(5000);
    const { reason, message } = await failed;
    expect(reason).toBe("timeout");
    expect(message).toContain("did not answer initialize within 5000 ms");
    expect(store.getState().connection).toMatchObject({ status: "closed" });
    expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
  });

  it.each([
    [
      "another version",
      { result: { protocolVersion: 7 } },
      "The agent speaks version 7, this client 2, 1.",
    ],
    [
      "no version in common",
      { error: { code: -32022, message: "no", data: { supported: [3, 4] } } },
      "The agent speaks version 3, 4, this client 2, 1.",
    ],
  ])("speaks %s", async (_what, answer, words) => {
    const store = newStore();
    const error = await failure(connectAgent(store, answering(() => answer).stream));
    expect(error.reason).toBe("unsupported_version");
    expect(error.message).toContain(words);
    expect(store.getState().connection?.reason).toContain(words);
  });

  it("speaks only the version that is not wanted", async () => {
    const stream = streamTo((end) => agentV2().connect(end as never));
    const error = await failure(connectAgent(newStore(), stream, { protocolVersions: [1] }));
    expect(error.reason).toBe("unsupported_version");
  });

  it("answers with an error, which is the cause", async () => {
    const refusal = { error: { code: -32603, message: "No license" } };
    const error = await failure(connectAgent(newStore(), answering(() => refusal).stream));
    expect(error.reason).toBe("refused");
    expect(error.message).toContain("No license (-32603)");
    expect(error.cause).toMatchObject({ code: -32603 });
  });

  it("does not start", async () => {
    const store = newStore();
    const error = await failure(
      connectAgent(store, () => Promise.reject(new Error("spawn nothing ENOENT"))),
    );
    expect(error.reason).toBe("closed");
    expect(error.message).toContain("could not be reached: spawn nothing ENOENT");
    expect(store.getState().connection?.status).toBe("closed");
  });
});

describe("a signal", () => {
  it("ends the wait for an agent that does not answer", async () => {
    const store = newStore();
    const stop = new AbortController();
    const { stream } = answering(() => {
      stop.abort();
      return undefined;
    });
    const error = await failure(connectAgent(store, stream, { signal: stop.signal }));
    expect(error.reason).toBe("closed");
    expect(store.getState().connection?.status).toBe("closed");
  });

  it("closes a connection that stands", async () => {
    const stop = new AbortController();
    const stream = answering(() => ({ result: version1 })).stream;
    const agent = await connectAgent(newStore(), stream, { signal: stop.signal });
    stop.abort();
    expect(await agent.closed).toBe("The connection was closed.");
  });

  it("ends the wait for a stream, and closes the one that comes later", async () => {
    const { stream } = answering(() => undefined);
    let make = (): void => {};
    const stop = new AbortController();
    const source = () => new Promise<typeof stream>((resolve) => (make = () => resolve(stream)));
    const connecting = failure(connectAgent(newStore(), source, { signal: stop.signal }));
    stop.abort();
    expect((await connecting).reason).toBe("closed");
    make();
    await new Promise((resolve) => setImmediate(resolve));
    expect(await stream.readable.getReader().read()).toMatchObject({ done: true });
  });

  it.each(["stream", "connection"] as const)(
    "leaves nothing open, however shortly after the %s is there it comes",
    async (what) => {
      const left: number[] = [];
      for (let ticks = 0; ticks < 40; ticks++) {
        const stop = new AbortController();
        const abort = async (): Promise<void> => {
          for (let tick = 0; tick < ticks; tick++) await Promise.resolve();
          stop.abort();
        };
        const { stream, isOpen } = tracked(what === "connection" ? abort : undefined);
        const source = async () => {
          if (what === "stream") void abort();
          return stream;
        };
        const agent = await connectAgent(newStore(), source, { signal: stop.signal }).catch(
          () => undefined,
        );
        await agent?.closed;
        await new Promise((resolve) => setImmediate(resolve));
        if (isOpen()) left.push(ticks);
      }
      expect(left).toEqual([]);
    },
  );

  it("that has said so before lets nothing begin", async () => {
    const source = vi.fn<() => never>();
    const store = newStore();
    const signal = AbortSignal.abort();
    const error = await failure(connectAgent(store, source, { signal }));
    expect(error.reason).toBe("closed");
    expect(source).not.toHaveBeenCalled();
    expect(store.getState().connection?.status).toBe("closed");
  });

  it("that has said so before closes a stream that is there already", async () => {
    const { stream } = answering(() => undefined);
    await failure(connectAgent(newStore(), stream, { signal: AbortSignal.abort() }));
    expect(await stream.readable.getReader().read()).toMatchObject({ done: true });
  });
});

describe("a store", () => {
  it("has one connection at a time", async () => {
    const store = newStore();
    const connect = (signal?: AbortSignal) =>
      connectAgent(store, answering(() => ({ result: version1 })).stream, {
        ...(signal && { signal }),
      });
    const agent = await connect();
    expect((await failure(connect())).reason).toBe("in_use");
    expect(store.getState().connection?.status).toBe("ready");
    agent.close();
    (await connect()).close();
  });

  it("can be connected again as soon as a connection that is being made is given up", async () => {
    const store = newStore();
    const connect = (signal?: AbortSignal) =>
      connectAgent(store, () => answering(() => ({ result: version1 })).stream, {
        ...(signal && { signal }),
      });
    const stop = new AbortController();
    const first = failure(connect(stop.signal));
    stop.abort();
    const agent = await connect();
    expect((await first).reason).toBe("closed");
    expect(store.getState().connection?.status).toBe("ready");
    agent.close();
  });
});

it("refuses an empty list of versions", async () => {
  const stream = answering(() => undefined).stream;
  await expect(connectAgent(newStore(), stream, { protocolVersions: [] })).rejects.toThrow(
    TypeError,
  );
});
