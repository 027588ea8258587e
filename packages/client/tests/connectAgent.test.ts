import { connectAgent } from "@acp-store/client";
import { createAcpStore, selectMessages, selectTurn } from "@acp-store/core";
import { agentProtocolRouter } from "@agentclientprotocol/sdk/experimental/v2";
import { describe, expect, it } from "vitest";
import { agentV1, agentV2 } from "./support/agents.js";
import { streamTo } from "./support/streams.js";

const newStore = () => createAcpStore({ scheduler: "sync" });

const AGENTS = [
  ["of version 1", (end: never) => agentV1().connect(end), 1],
  ["of version 2", (end: never) => agentV2().connect(end), 2],
  [
    "of both",
    (end: never) => agentProtocolRouter().withV1(agentV1()).withV2(agentV2()).connect(end),
    2,
  ],
  [
    "of version 1 behind a router",
    (end: never) => agentProtocolRouter().withV1(agentV1()).connect(end),
    1,
  ],
  [
    "of version 2 behind a router",
    (end: never) => agentProtocolRouter().withV2(agentV2()).connect(end),
    2,
  ],
] as const;

describe("connecting to an agent of the SDK", () => {
  it.each(AGENTS)(
    "agrees on the version with one %s, on one stream",
    async (_which, connect, version) => {
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
      agent.close("Done.");
      expect(store.getState().connection).toEqual({ status: "closed", reason: "Done." });
      expect(await agent.closed).toBe("Done.");
    },
  );
});
