import { tapStream } from "@acp-store/client";
import { createAcpStore, type Frame, selectPendingPermissions, selectTurn } from "@acp-store/core";
import { type AnyMessage, agent, client, methods } from "@agentclientprotocol/sdk";
import { describe, expect, it, vi } from "vitest";
import { nextUncaught } from "./support/uncaught.js";

/** Two streams that are each other's ends. */
function pair() {
  const [toAgent, toClient] = [
    new TransformStream<AnyMessage>(),
    new TransformStream<AnyMessage>(),
  ];
  return {
    clientEnd: { readable: toClient.readable, writable: toAgent.writable },
    agentEnd: { readable: toAgent.readable, writable: toClient.writable },
  };
}

function startAgent(stream: ReturnType<typeof pair>["agentEnd"]) {
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
  it("shows the store a whole connection of the official SDK", async () => {
    // The SDK says on the console that it dropped the update it does not know.
    vi.spyOn(console, "error").mockImplementation(() => {});
    const { clientEnd, agentEnd } = pair();
    startAgent(agentEnd);
    const store = createAcpStore({ scheduler: "sync" });
    const connection = client({ name: "test-editor" })
      .onRequest(methods.client.session.requestPermission, ({ params, requestId, signal }) =>
        store.requestPermission(params, { requestId, signal }),
      )
      .connect(tapStream(clientEnd, store));
    store.watch({ table: "permissions" }, () => {
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

  it("passes messages in order, each direction on its own", async () => {
    const { clientEnd, agentEnd } = pair();
    const seen: Frame[] = [];
    const tapped = tapStream(clientEnd, {
      observe(frame) {
        seen.push(frame);
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
    expect(seen).toEqual([
      { dir: "sent", msg: message(1) },
      { dir: "sent", msg: message(2) },
    ]);
  });

  it("passes the end and errors of the stream on", async () => {
    const { clientEnd, agentEnd } = pair();
    const tapped = tapStream(clientEnd, createAcpStore());
    const closed = tapped.readable.getReader().read();
    await agentEnd.writable.close();
    await expect(closed).resolves.toEqual({ done: true, value: undefined });
    const gone = agentEnd.readable.cancel(new Error("agent gone"));
    await expect(
      tapped.writable.getWriter().write({ jsonrpc: "2.0", id: 1, result: {} }),
    ).rejects.toThrow("agent gone");
    await gone;
  });

  it("delivers what came before the stream broke", async () => {
    const message: AnyMessage = { jsonrpc: "2.0", method: "_first" };
    const readable = new ReadableStream<AnyMessage>({
      start(controller) {
        controller.enqueue(message);
        queueMicrotask(() => controller.error(new Error("broken")));
      },
    });
    const reader = tapStream(
      { ...pair().clientEnd, readable },
      createAcpStore(),
    ).readable.getReader();
    expect(await reader.read()).toEqual({ done: false, value: message });
    await expect(reader.read()).rejects.toThrow("broken");
  });

  it("gives timers their turn while an agent in the same process floods", async () => {
    const { clientEnd, agentEnd } = pair();
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

  it("keeps the connection when a listener throws", async () => {
    const { clientEnd, agentEnd } = pair();
    const store = createAcpStore({ scheduler: "sync" });
    store.subscribe(() => {
      throw new Error("a broken component");
    });
    const reported = nextUncaught();
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
