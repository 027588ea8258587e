import { connectAgent } from "@acp-store/client";
import { createAcpStore, selectMessages, selectTurn } from "@acp-store/core";
import { agentProtocolRouter } from "@agentclientprotocol/sdk/experimental/v2";
import { describe, expect, it } from "vitest";
import { agentV1, agentV2 } from "./support/agents.js";
import { streamTo } from "./support/streams.js";

const newStore = () => createAcpStore({ scheduler: "sync" });

const AGENTS = [
  ["version 1", (agentEnd: never) => agentV1().connect(agentEnd), 1],
  ["version 2", (agentEnd: never) => agentV2().connect(agentEnd), 2],
  [
    "both versions",
    (agentEnd: never) =>
      agentProtocolRouter().withV1(agentV1()).withV2(agentV2()).connect(agentEnd),
    2,
  ],
  [
    "version 1 behind a router",
    (agentEnd: never) => agentProtocolRouter().withV1(agentV1()).connect(agentEnd),
    1,
  ],
  [
    "version 2 behind a router",
    (agentEnd: never) => agentProtocolRouter().withV2(agentV2()).connect(agentEnd),
    2,
  ],
] as const;

describe("connectAgent with an agent of the official SDK", () => {
  it.each(AGENTS)(
    "negotiates the version with an agent that supports %s, over one stream",
    async (_supported, connect, version) => {
      const store = newStore();
      const agent = await connectAgent(store, streamTo(connect as never));
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
      expect(store.getState().connection).toEqual({ status: "closed", reason: "Done." });
      expect(await agent.closed).toBe("Done.");
    },
  );
});
