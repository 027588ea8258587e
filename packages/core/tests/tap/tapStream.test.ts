import { createAcpStore, type Frame, selectPendingPermissions, selectTurn } from "@acp-store/core";
import { tapStream } from "@acp-store/core/tap";
import { type AnyMessage, agent, client, methods } from "@agentclientprotocol/sdk";
import { describe, expect, it, vi } from "vitest";
import { nextUncaughtError } from "../../../../tests/support/nextUncaughtError.js";

/** Creates the two ends of a connection. */
function createStreamPair() {
  const [toAgent, toClient] = [
    new TransformStream<AnyMessage>(),
    new TransformStream<AnyMessage>(),
  ];
  return {
    clientEnd: { readable: toClient.readable, writable: toAgent.writable },
    agentEnd: { readable: toAgent.readable, writable: toClient.writable },
  };
}

/**
 * Starts an agent of the SDK. `tapStream` works with a plain connection of the SDK, so this test uses
 * nothing else on either end.
 */
function startAgent(stream: ReturnType<typeof createStreamPair>["agentEnd"]) {
  agent({ name: "test-agent" })
    .onRequest(methods.agent.initialize, () => ({
      protocolVersion: 1,
      agentInfo: { name: "test-agent", version: "1" },
      agentCapabilities: {},
      authMethods: [],
    }))
    .onRequest(methods.agent.session.new, () => ({ sessionId: "s1" }))
    .onRequest(methods.agent.session.prompt, async ({ params: { sessionId }, client: editor }) => {
      await editor.notify(methods.client.session.update, {
        sessionId,
        update: { sessionUpdate: "_vendor_hint", hint: "the SDK drops this" } as never,
      });
      const { outcome } = await editor.request(methods.client.session.requestPermission, {
        sessionId,
        toolCall: { toolCallId: "c1", title: "Run it" },
        options: [{ optionId: "yes", name: "Yes", kind: "allow_once" }],
      });
      return { stopReason: outcome.outcome === "selected" ? "end_turn" : "cancelled" };
    })
    .connect(stream);
}

describe("tapStream", () => {
  it("feeds all traffic of an official SDK connection into the store", async () => {
    // The SDK logs that it drops the unknown update.
    vi.spyOn(console, "error").mockImplementation(() => {});
    const { clientEnd, agentEnd } = createStreamPair();
    startAgent(agentEnd);
    const store = createAcpStore({ scheduler: "sync" });
    const connection = client({ name: "test-editor" })
      .onRequest(methods.client.session.requestPermission, ({ params, requestId, signal }) =>
        store.requestPermission(params, { requestId, signal }),
      )
      .connect(tapStream(clientEnd, store));
    store.watch({ type: "table", table: "permissions" }, () => {
      const [pending] = selectPendingPermissions(store.getState());
      if (pending) store.respondToPermission(pending.permissionId, "yes");
    });

    await connection.agent.request(methods.agent.initialize, {
      protocolVersion: 1,
      clientCapabilities: {},
    });
    const { sessionId } = await connection.agent.request(methods.agent.session.new, {
      cwd: "/w",
      mcpServers: [],
    });
    const prompt = [{ type: "text" as const, text: "Go" }];
    await connection.agent.request(methods.agent.session.prompt, { sessionId, prompt });

    const state = store.getState();
    expect(state.agent.info?.name).toBe("test-agent");
    expect(selectTurn(state, "s1")).toMatchObject({ status: "ended", stopReason: "end_turn" });
    expect([...(state.sessions.get("s1")?.permissions.values() ?? [])]).toMatchObject([
      { status: "selected", optionId: "yes", reason: "user" },
    ]);
    expect(state.sessions.get("s1")?.unknownUpdates).toMatchObject([
      { hint: "the SDK drops this" },
    ]);
  });

  it("forwards outgoing messages in order and observes each one", async () => {
    const { clientEnd, agentEnd } = createStreamPair();
    const observed: Frame[] = [];
    const tapped = tapStream(clientEnd, {
      observe(frame) {
        observed.push(frame);
        return { accepted: true, diagnostics: [] };
      },
    });
    const message = (id: number): AnyMessage => ({ jsonrpc: "2.0", id, result: {} });
    const writer = tapped.writable.getWriter();
    const sent = Promise.all([writer.write(message(1)), writer.write(message(2))]);
    const reader = agentEnd.readable.getReader();
    expect([(await reader.read()).value, (await reader.read()).value]).toEqual([
      message(1),
      message(2),
    ]);
    await sent;
    expect(observed).toEqual([
      { dir: "sent", msg: message(1) },
      { dir: "sent", msg: message(2) },
    ]);
  });

  it("forwards the end and the errors of the stream", async () => {
    const { clientEnd, agentEnd } = createStreamPair();
    const tapped = tapStream(clientEnd, createAcpStore());
    const closed = tapped.readable.getReader().read();
    await agentEnd.writable.close();
    await expect(closed).resolves.toEqual({ done: true, value: undefined });
    const cancelled = agentEnd.readable.cancel(new Error("agent gone"));
    await expect(
      tapped.writable.getWriter().write({ jsonrpc: "2.0", id: 1, result: {} }),
    ).rejects.toThrow("agent gone");
    await cancelled;
  });

  it("adds the version of JSON-RPC that an agent leaves out", async () => {
    const { clientEnd, agentEnd } = createStreamPair();
    const reader = tapStream(clientEnd, createAcpStore()).readable.getReader();
    const message = { method: "_hint", params: { a: 1 } };
    void agentEnd.writable.getWriter().write(message as AnyMessage);
    await expect(reader.read()).resolves.toEqual({
      done: false,
      value: { jsonrpc: "2.0", ...message },
    });
  });

  it("delivers messages that arrived before the stream failed", async () => {
    const message: AnyMessage = { jsonrpc: "2.0", method: "_first" };
    const readable = new ReadableStream<AnyMessage>({
      start(controller) {
        controller.enqueue(message);
        queueMicrotask(() => controller.error(new Error("broken")));
      },
    });
    const reader = tapStream(
      { ...createStreamPair().clientEnd, readable },
      createAcpStore(),
    ).readable.getReader();
    expect(await reader.read()).toEqual({ done: false, value: message });
    await expect(reader.read()).rejects.toThrow("broken");
  });

  it("lets timers fire while an agent in the same process floods the stream", async () => {
    const { clientEnd, agentEnd } = createStreamPair();
    const store = createAcpStore({ scheduler: "microtask" });
    const reader = tapStream(clientEnd, store).readable.getReader();
    const writer = agentEnd.writable.getWriter();
    const params = { sessionId: "s1", update: { sessionUpdate: "plan", entries: [] } };
    let isTimeUp = false;
    setTimeout(() => (isTimeUp = true), 1);
    const flood = async (): Promise<void> => {
      while (!isTimeUp) await writer.write({ jsonrpc: "2.0", method: "session/update", params });
      await writer.close();
    };
    const flooding = flood();
    while (!(await reader.read()).done);
    await flooding;
    expect(store.getState().sessions.get("s1")?.plans.size).toBe(1);
  });

  it("forwards a message even if a store listener throws", async () => {
    const { clientEnd, agentEnd } = createStreamPair();
    const store = createAcpStore({ scheduler: "sync" });
    store.subscribe(() => {
      throw new Error("a broken component");
    });
    const reported = nextUncaughtError();
    const reader = tapStream(clientEnd, store).readable.getReader();
    const message = {
      jsonrpc: "2.0" as const,
      method: "session/update",
      params: { sessionId: "s1", update: { sessionUpdate: "plan", entries: [] } },
    };
    const writer = agentEnd.writable.getWriter();
    void writer.write(message);
    await expect(reader.read()).resolves.toEqual({ done: false, value: message });
    await expect(reported).resolves.toMatchObject({ message: "a broken component" });
  });
});
