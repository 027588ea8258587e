import { type AcpConnectionError, connectAgent, isAcpConnectionError } from "@acp-store/client";
import { createAcpStore } from "@acp-store/core";
import { type SessionAccess, scriptedAgent } from "@acp-store/testing";
import type { AnyMessage } from "@agentclientprotocol/sdk";
import { describe, expect, it, vi } from "vitest";
import { rawAgent, type RawMessage, streamTo } from "./support/streams.js";

const newStore = () => createAcpStore({ scheduler: "sync" });
const version1Result = {
  protocolVersion: 1,
  agentInfo: { name: "a", version: "1" },
  agentCapabilities: {},
};

/** Connects to an agent that only answers `initialize`. Records the requests that it received. */
function initializeOnlyAgent(answer: (request: RawMessage, count: number) => object | undefined) {
  const requests: RawMessage[] = [];
  const stream = streamTo(
    rawAgent((message, write) => {
      if (message.method !== "initialize") return;
      requests.push(message);
      const result = answer(message, requests.length);
      if (result) write({ id: message.id, ...result });
    }),
  );
  return { stream, requests };
}

/**
 * Creates a stream that answers every request like `initialize`, and that reports whether it is
 * open.
 */
function trackedStream(onAnswer: () => unknown = () => {}) {
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
        result: version1Result,
      });
      onAnswer();
    },
  });
  return { stream: { readable, writable }, isOpen: () => isOpen };
}

/** Resolves with the connection error with which a promise rejects. */
const connectionError = async (promise: Promise<unknown>): Promise<AcpConnectionError> => {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!isAcpConnectionError(error)) throw error;
  return error;
};

describe("initialize", () => {
  it("offers version 2 once, with the parameters of both versions", async () => {
    const { stream, requests } = initializeOnlyAgent(() => ({ result: version1Result }));
    const store = newStore();
    const clientInfo = { name: "my-editor", version: "3" };
    await connectAgent(store, stream, {
      clientInfo,
      fs: { readTextFile: () => Promise.resolve({ content: "" }) },
      capabilities: { auth: { terminal: true } },
    });
    expect(requests).toMatchObject([
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

  it("sends the client capabilities to an agent that answers an offer of version 2 with version 1", async () => {
    const onSession = vi.fn<(access: SessionAccess) => void>();
    const { connect } = scriptedAgent({
      protocolVersions: [1],
      onSession,
      onPrompt: async () => {},
    });
    const fs = { readTextFile: () => Promise.resolve({ content: "" }) };
    const agent = await connectAgent(newStore(), connect(), { fs });
    await agent.newSession({ cwd: "/w" });
    expect(onSession.mock.calls).toMatchObject([
      [{ clientCapabilities: { fs: { readTextFile: true, writeTextFile: false } } }],
    ]);
  });

  it("offers the next version when the agent answers the first with an error", async () => {
    const { stream, requests } = initializeOnlyAgent((_request, count) =>
      count === 1
        ? { error: { code: -32602, message: "Invalid params" } }
        : { result: version1Result },
    );
    const store = newStore();
    await connectAgent(store, stream);
    expect(requests.map(({ params }) => params?.["protocolVersion"])).toEqual([2, 1]);
    expect(store.getState().connection).toEqual({ status: "ready" });
  });

  it("offers version 1 to an agent that only echoes the offered version number", async () => {
    const { stream, requests } = initializeOnlyAgent(({ params }) => ({
      result: { ...version1Result, protocolVersion: params?.["protocolVersion"] },
    }));
    const store = newStore();
    await connectAgent(store, stream);
    expect(requests.map(({ params }) => params?.["protocolVersion"])).toEqual([2, 1]);
    expect(store.getState().protocolVersion).toBe(1);
  });

  it("offers the next version on a new stream when the agent hangs up on the first", async () => {
    const versions: unknown[] = [];
    const store = newStore();
    const agent = rawAgent((message, write, hangUp) => {
      versions.push(message.params?.["protocolVersion"]);
      if (versions.length === 1) hangUp();
      else write({ id: message.id, result: version1Result });
    });
    await connectAgent(store, () => streamTo(agent));
    expect(versions).toEqual([2, 1]);
    expect(store.getState().connection).toEqual({ status: "ready" });
  });

  it("rejects when the agent hangs up on every version", async () => {
    const store = newStore();
    const hangUp = () =>
      streamTo(({ writable }) => {
        void writable.close();
      });
    const error = await connectionError(connectAgent(store, hangUp));
    expect(error).toMatchObject({ reason: "closed" });
    expect(error.message).toContain("The agent closed the connection.");
    expect(store.getState().connection).toMatchObject({ status: "closed" });
  });
});

describe("connectAgent with an agent that cannot be initialized", () => {
  it("rejects and closes the connection when the agent does not answer in time", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const store = newStore();
    const { stream } = initializeOnlyAgent(() => undefined);
    const failed = connectionError(connectAgent(store, stream, { requestTimeout: 5000 }));
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
      "answers with an unknown version",
      { result: { protocolVersion: 7 } },
      "The agent answered the offer of version 2 of the protocol with version 7. This client offered 2, 1.",
    ],
    [
      "rejects all offered versions",
      { error: { code: -32022, message: "no", data: { supported: [3, 4] } } },
      "The agent rejected version 1 of the protocol: it supports 3, 4. This client offered 2, 1.",
    ],
    [
      "answers each offer with a version 2 that has none of its fields",
      { result: { protocolVersion: 2 } },
      "The agent answered the offer of version 1 of the protocol with version 2. This client offered 2, 1.",
    ],
  ])("rejects when the agent %s", async (_behavior, answer, message) => {
    const store = newStore();
    const error = await connectionError(
      connectAgent(store, initializeOnlyAgent(() => answer).stream),
    );
    expect(error.reason).toBe("unsupported_version");
    expect(error.message).toContain(message);
    expect(store.getState().connection?.reason).toContain(message);
  });

  it("rejects when the agent supports only a version that the client does not allow", async () => {
    const { connect } = scriptedAgent({ protocolVersions: [2], onPrompt: async () => {} });
    const error = await connectionError(
      connectAgent(newStore(), connect(), { protocolVersions: [1] }),
    );
    expect(error.reason).toBe("unsupported_version");
  });

  it("rejects with the agent's error as the cause", async () => {
    const errorResponse = { error: { code: -32603, message: "No license" } };
    const error = await connectionError(
      connectAgent(newStore(), initializeOnlyAgent(() => errorResponse).stream),
    );
    expect(error.reason).toBe("refused");
    expect(error.message).toContain("No license (-32603)");
    expect(error.cause).toMatchObject({ code: -32603 });
  });

  it("rejects when the agent cannot be started", async () => {
    const store = newStore();
    const error = await connectionError(
      connectAgent(store, () => Promise.reject(new Error("spawn nothing ENOENT"))),
    );
    expect(error.reason).toBe("closed");
    expect(error.message).toContain("could not be reached: spawn nothing ENOENT");
    expect(store.getState().connection?.status).toBe("closed");
  });
});

describe("the abort signal", () => {
  it("stops waiting for an agent that does not answer", async () => {
    const store = newStore();
    const controller = new AbortController();
    const { stream } = initializeOnlyAgent(() => {
      controller.abort();
      return undefined;
    });
    const error = await connectionError(connectAgent(store, stream, { signal: controller.signal }));
    expect(error.reason).toBe("closed");
    expect(store.getState().connection?.status).toBe("closed");
  });

  it("closes an established connection", async () => {
    const controller = new AbortController();
    const stream = initializeOnlyAgent(() => ({ result: version1Result })).stream;
    const agent = await connectAgent(newStore(), stream, { signal: controller.signal });
    controller.abort();
    expect(await agent.closed).toBe("The connection was closed.");
  });

  it("stops waiting for a stream, and closes it when it opens later", async () => {
    const { stream } = initializeOnlyAgent(() => undefined);
    let openStream = (): void => {};
    const controller = new AbortController();
    const source = () =>
      new Promise<typeof stream>((resolve) => (openStream = () => resolve(stream)));
    const connecting = connectionError(
      connectAgent(newStore(), source, { signal: controller.signal }),
    );
    controller.abort();
    expect((await connecting).reason).toBe("closed");
    openStream();
    await new Promise((resolve) => setImmediate(resolve));
    expect(await stream.readable.getReader().read()).toMatchObject({ done: true });
  });

  it.each(["stream", "connection"] as const)(
    "leaves no stream open when it is aborted right after the %s opens",
    async (opened) => {
      const ticksWithOpenStream: number[] = [];
      for (let ticks = 0; ticks < 40; ticks++) {
        const controller = new AbortController();
        const abort = async (): Promise<void> => {
          for (let tick = 0; tick < ticks; tick++) await Promise.resolve();
          controller.abort();
        };
        const { stream, isOpen } = trackedStream(opened === "connection" ? abort : undefined);
        const source = async () => {
          if (opened === "stream") void abort();
          return stream;
        };
        const agent = await connectAgent(newStore(), source, { signal: controller.signal }).catch(
          () => undefined,
        );
        await agent?.closed;
        await new Promise((resolve) => setImmediate(resolve));
        if (isOpen()) ticksWithOpenStream.push(ticks);
      }
      expect(ticksWithOpenStream).toEqual([]);
    },
  );

  it("prevents the source from being called when it is already aborted", async () => {
    const source = vi.fn<() => never>();
    const store = newStore();
    const signal = AbortSignal.abort();
    const error = await connectionError(connectAgent(store, source, { signal }));
    expect(error.reason).toBe("closed");
    expect(source).not.toHaveBeenCalled();
    expect(store.getState().connection?.status).toBe("closed");
  });

  it("closes a given stream when it is already aborted", async () => {
    const { stream } = initializeOnlyAgent(() => undefined);
    await connectionError(connectAgent(newStore(), stream, { signal: AbortSignal.abort() }));
    expect(await stream.readable.getReader().read()).toMatchObject({ done: true });
  });
});

describe("the store of a connection", () => {
  it("accepts only one connection at a time", async () => {
    const store = newStore();
    const connect = (signal?: AbortSignal) =>
      connectAgent(store, initializeOnlyAgent(() => ({ result: version1Result })).stream, {
        ...(signal && { signal }),
      });
    const agent = await connect();
    expect((await connectionError(connect())).reason).toBe("in_use");
    expect(store.getState().connection?.status).toBe("ready");
    void agent.close();
    void (await connect()).close();
  });

  it("accepts a new connection immediately after a pending one is aborted", async () => {
    const store = newStore();
    const connect = (signal?: AbortSignal) =>
      connectAgent(store, () => initializeOnlyAgent(() => ({ result: version1Result })).stream, {
        ...(signal && { signal }),
      });
    const controller = new AbortController();
    const first = connectionError(connect(controller.signal));
    controller.abort();
    const agent = await connect();
    expect((await first).reason).toBe("closed");
    expect(store.getState().connection?.status).toBe("ready");
    void agent.close();
  });
});

it("rejects an empty list of protocol versions", async () => {
  const stream = initializeOnlyAgent(() => undefined).stream;
  await expect(connectAgent(newStore(), stream, { protocolVersions: [] })).rejects.toThrow(
    TypeError,
  );
});
