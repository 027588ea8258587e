import { type AgentConnection, connectAgent, type ConnectOptions } from "@acp-store/client";
import { createAcpStore } from "@acp-store/core";
import { describe, expect, it, vi } from "vitest";
import { nextUncaughtError } from "../../../tests/support/nextUncaughtError.js";
import { waitForState } from "./support/storeState.js";
import { rawAgent, type RawMessage, streamTo } from "./support/streams.js";

const newStore = () => createAcpStore({ scheduler: "sync" });
const WAIT = { timeout: 60_000, interval: 5 };
const initialized = { protocolVersion: 1, agentCapabilities: { loadSession: true } };

/** Connects to an agent that records all messages, and that can be made to send some. */
async function scriptedAgent(options: ConnectOptions = {}, onRequest = (_: RawMessage) => {}) {
  const received: RawMessage[] = [];
  const links: { write: (message: object) => void; hangUp: () => void }[] = [];
  const source = () =>
    streamTo(
      rawAgent((message, write, hangUp) => {
        if (message.method === "initialize") {
          links.push({ write, hangUp });
          return write({ id: message.id, result: initialized });
        }
        received.push(message);
        onRequest(message);
        if (message.method === "_echo") write({ id: message.id, result: message.params });
      }),
    );
  const store = newStore();
  const agent = await connectAgent(store, source, { reconnect: { minDelay: 1 }, ...options });
  const write = (message: object): void => links.at(-1)?.write(message);
  const hangUp = (): void => links.at(-1)?.hangUp();
  const answerTo = (id: number) =>
    vi.waitUntil(() => received.find((message) => message.id === id && !message.method), WAIT);
  return { agent, store, received, write, hangUp, answerTo };
}

describe("an extension of the client", () => {
  it("sends a request of any method and resolves with the result", async () => {
    const { agent } = await scriptedAgent();
    expect(await agent.request("_echo", { a: 1 })).toEqual({ a: 1 });
  });

  it("sends a notification of any method", async () => {
    const { agent, received } = await scriptedAgent();
    await agent.notify("_file_opened", { path: "/w/a" });
    await agent.request("_echo", {});
    expect(received[0]).toMatchObject({ method: "_file_opened", params: { path: "/w/a" } });
    expect(received[0]).not.toHaveProperty("id");
  });

  it("stops waiting and cancels the request at the agent when the signal is aborted", async () => {
    const controller = new AbortController();
    const { agent, received } = await scriptedAgent({}, ({ method }) => {
      if (method === "_slow") controller.abort(new Error("too slow"));
    });
    const { signal } = controller;
    await expect(agent.request("_slow", {}, { signal })).rejects.toThrow("too slow");
    await agent.request("_echo", {});
    const [slow, cancel] = received;
    expect(cancel).toMatchObject({ method: "$/cancel_request", params: { requestId: slow?.id } });
    await expect(agent.request("_slow", {}, { signal })).rejects.toThrow("too slow");
    expect(received).toHaveLength(3);
  });

  it("rejects while the connection is lost", async () => {
    const { agent, store, hangUp } = await scriptedAgent({ reconnect: { minDelay: 60_000 } });
    hangUp();
    await waitForState(store, ({ connection }) => connection?.status === "lost");
    const send = (name: "request" | "notify"): Promise<unknown> => agent[name]("_echo", {});
    await expect(send("request")).rejects.toMatchObject({ reason: "lost" });
    await expect(send("notify")).rejects.toMatchObject({ reason: "lost" });
    void agent.close();
  });
});

describe("an extension of the agent", () => {
  it("is answered by its handler, with null for no result", async () => {
    const { write, answerTo } = await scriptedAgent({
      onRequest: { _ask: (params) => ({ asked: params }), _ping: () => undefined },
    });
    write({ id: 1, method: "_ask", params: { a: 1, unknown: true } });
    write({ id: 2, method: "_ping" });
    expect(await answerTo(1)).toMatchObject({ result: { asked: { a: 1, unknown: true } } });
    expect(await answerTo(2)).toMatchObject({ result: null });
  });

  it("receives the error that its handler throws", async () => {
    const { write, answerTo } = await scriptedAgent({
      onRequest: { _ask: () => Promise.reject(new Error("no such thing")) },
    });
    write({ id: 1, method: "_ask" });
    expect(await answerTo(1)).toMatchObject({ error: { code: -32603 } });
  });

  it("is refused without a handler", async () => {
    const { write, answerTo } = await scriptedAgent({ onRequest: { _ask: () => 1 } });
    write({ id: 1, method: "_other" });
    expect(await answerTo(1)).toMatchObject({ error: { code: -32601 } });
  });

  it("aborts the signal of its handler when it cancels the request", async () => {
    let onAsk = (): void => {};
    const asked = new Promise<void>((resolve) => (onAsk = resolve));
    const { write, answerTo } = await scriptedAgent({
      onRequest: {
        _ask: (_params, { signal }) => {
          onAsk();
          return new Promise((resolve) =>
            signal.addEventListener("abort", () => resolve("aborted")),
          );
        },
      },
    });
    write({ id: 1, method: "_ask" });
    await asked;
    write({ method: "$/cancel_request", params: { requestId: 1 } });
    expect(await answerTo(1)).toMatchObject({ result: "aborted" });
  });

  it("notifies its handler, even after a reconnect", async () => {
    const _progress = vi.fn<(params: unknown) => void>();
    const { store, write, hangUp, agent } = await scriptedAgent({ onNotification: { _progress } });
    write({ method: "_progress", params: { percent: 50 } });
    write({ method: "_other", params: {} });
    await vi.waitUntil(() => _progress.mock.calls.length === 1, WAIT);
    hangUp();
    await waitForState(store, ({ connection }) => connection?.status === "lost");
    await waitForState(store, ({ connection }) => connection?.status === "ready");
    write({ method: "_progress", params: { percent: 100 } });
    await vi.waitUntil(() => _progress.mock.calls.length === 2, WAIT);
    expect(_progress.mock.calls).toEqual([[{ percent: 50 }], [{ percent: 100 }]]);
    void agent.close();
  });

  it("keeps its connection when a notification handler throws", async () => {
    const { agent, write } = await scriptedAgent({
      onNotification: {
        _progress: () => {
          throw new Error("a broken handler");
        },
      },
    });
    const reported = nextUncaughtError();
    write({ method: "_progress" });
    await expect(reported).resolves.toMatchObject({ message: "a broken handler" });
    expect(await agent.request("_echo", { a: 1 })).toEqual({ a: 1 });
  });
});

describe("the name of a method that the client handles itself", () => {
  const connect = (options: ConnectOptions): Promise<AgentConnection> => {
    const source = vi.fn<() => never>();
    return connectAgent(newStore(), source, options).finally(() =>
      expect(source).not.toHaveBeenCalled(),
    );
  };

  it.each([
    "session/request_permission",
    "elicitation/create",
    "fs/read_text_file",
    "terminal/kill",
  ])("is refused as an extension request: %s", async (method) => {
    await expect(connect({ onRequest: { [method]: () => 1 } })).rejects.toMatchObject({
      name: "AcpConnectionError",
      reason: "reserved_method",
      message: expect.stringContaining(`"${method}"`),
    });
  });

  it.each(["session/update", "elicitation/complete", "$/cancel_request"])(
    "is refused as an extension notification: %s",
    async (method) => {
      await expect(connect({ onNotification: { [method]: () => {} } })).rejects.toMatchObject({
        reason: "reserved_method",
      });
    },
  );
});
