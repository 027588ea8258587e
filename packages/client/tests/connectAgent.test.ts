import { connectAgent } from "@acp-store/client";
import { createAcpStore, selectMessages, selectTurn } from "@acp-store/core";
import * as v1 from "@agentclientprotocol/sdk";
import * as v2 from "@agentclientprotocol/sdk/experimental/v2";
import { describe, expect, it } from "vitest";
import { streamTo } from "./support/streams.js";

const newStore = () => createAcpStore({ scheduler: "sync" });

// These agents have no script: the subject is how the apps and the router of the SDK negotiate.

const createV1 = () =>
  v1
    .agent({ name: "v1" })
    .onRequest(v1.methods.agent.initialize, () => ({ protocolVersion: 1, agentCapabilities: {} }))
    .onRequest(v1.methods.agent.session.new, () => ({ sessionId: "s1" }))
    .onRequest(v1.methods.agent.session.prompt, () => ({ stopReason: "end_turn" }));

const TURN_V2: readonly v2.SessionUpdate[] = [
  { sessionUpdate: "state_update", state: "running" },
  { sessionUpdate: "state_update", state: "idle", stopReason: "end_turn" },
];

const createV2 = () =>
  v2
    .agent({ name: "v2" })
    .onRequest(v2.methods.agent.initialize, () => ({
      protocolVersion: 2,
      info: { name: "v2", version: "2" },
      capabilities: { session: {} },
    }))
    .onRequest(v2.methods.agent.session.new, () => ({ sessionId: "s1" }))
    .onRequest(v2.methods.agent.session.prompt, ({ params: { sessionId }, client }) => {
      const runTurn = async (): Promise<void> => {
        for (const update of TURN_V2)
          await client.notify(v2.methods.client.session.update, { sessionId, update });
      };
      setImmediate(() => void runTurn());
      return { messageId: "m1" };
    });

const AGENTS = [
  ["version 1", createV1, 1],
  ["version 2", createV2, 2],
  ["both versions", () => v2.agentProtocolRouter().withV1(createV1()).withV2(createV2()), 2],
  ["version 1 behind a router", () => v2.agentProtocolRouter().withV1(createV1()), 1],
  ["version 2 behind a router", () => v2.agentProtocolRouter().withV2(createV2()), 2],
] as const;

describe("connectAgent with an agent of the official SDK", () => {
  it.each(AGENTS)(
    "negotiates the version with an agent that supports %s, over one stream",
    async (_supported, createApp, version) => {
      const store = newStore();
      const agent = await connectAgent(
        store,
        streamTo((agentEnd) => createApp().connect(agentEnd as never)),
      );
      expect(store.getState()).toMatchObject({
        protocolVersion: version,
        connection: { status: "ready" },
      });
      const { sessionId } = await agent.newSession({ cwd: "/w" });
      expect(await agent.prompt(sessionId, "Go")).toEqual({ stopReason: "end_turn" });
      const state = store.getState();
      expect(selectTurn(state, sessionId)).toMatchObject({
        status: "ended",
        stopReason: "end_turn",
      });
      expect(selectMessages(state, sessionId)).toMatchObject([
        { role: "user", content: [{ text: "Go" }] },
      ]);
      void agent.close("Done.");
      expect(store.getState().connection).toMatchObject({ status: "closed", reason: "Done." });
      expect(await agent.closed).toBe("Done.");
    },
  );
});
