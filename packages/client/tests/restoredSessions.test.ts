import { connectAgent } from "@acp-store/client";
import {
  type AcpState,
  createAcpStore,
  deserialize,
  selectPendingPermissions,
  serialize,
  serializeSession,
} from "@acp-store/core";
import { type AgentScript, scriptedAgent } from "@acp-store/testing";
import { describe, expect, it } from "vitest";
import { textsOf } from "./support/savedSessions.js";
import { waitForState } from "./support/storeState.js";

const VERSIONS = [1, 2] as const;
const newStore = () => createAcpStore({ scheduler: "sync" });
const isAsked = (state: AcpState) => selectPendingPermissions(state).length > 0;

/** Creates an agent that asks for permission in its first turn, and then only answers. */
function createAgent(version: 1 | 2) {
  let turns = 0;
  const script: AgentScript = {
    protocolVersions: [version],
    async onPrompt(turn) {
      turns += 1;
      if (turns > 1) return turn.say("Done.");
      await turn.say("May I?");
      await turn.askPermission({ call: { title: "Run" } });
    },
  };
  return scriptedAgent(script);
}

/** Returns the state of a client that is killed while its agent waits for a permission. */
async function killedInTurn(scripted: ReturnType<typeof createAgent>) {
  const store = newStore();
  const agent = await connectAgent(store, scripted.connect);
  const { sessionId } = await agent.newSession({ cwd: "/w" });
  agent.prompt(sessionId, "Go").catch(() => {});
  const state = await waitForState(store, isAsked);
  await agent.close();
  return { state, sessionId };
}

describe.each(VERSIONS)(
  "a session that is restored in the middle of a turn (version %i)",
  (version) => {
    it("refuses prompts until it is loaded, and then answers them", async () => {
      const scripted = createAgent(version);
      const { state, sessionId } = await killedInTurn(scripted);
      const store = newStore();
      store.restoreSession(deserialize(serializeSession(state, sessionId)));
      const agent = await connectAgent(store, scripted.connect);
      await expect(agent.prompt(sessionId, "On")).rejects.toMatchObject({ reason: "detached" });
      expect(isAsked(store.getState())).toBe(false);
      await agent.loadSession({ sessionId, cwd: "/w" });
      expect(textsOf(store.getState(), sessionId)).toEqual(["user: Go", "agent: May I?"]);
      expect(await agent.prompt(sessionId, "On")).toEqual({ stopReason: "end_turn" });
      expect(textsOf(store.getState(), sessionId).slice(2)).toEqual(["user: On", "agent: Done."]);
      await agent.close();
    });

    it("is resumed with the saved transcript", async () => {
      const scripted = createAgent(version);
      const { state, sessionId } = await killedInTurn(scripted);
      const store = newStore();
      store.restoreSession(deserialize(serializeSession(state, sessionId)));
      const agent = await connectAgent(store, scripted.connect);
      await agent.resumeSession({ sessionId, cwd: "/w" });
      expect(textsOf(store.getState(), sessionId)).toEqual(["user: Go", "agent: May I?"]);
      expect(await agent.prompt(sessionId, "On")).toEqual({ stopReason: "end_turn" });
      await agent.close();
    });

    it("keeps its transcript and stays detached if the agent does not know it", async () => {
      const { state, sessionId } = await killedInTurn(createAgent(version));
      const store = newStore();
      store.restoreSession(deserialize(serializeSession(state, sessionId)));
      const agent = await connectAgent(store, createAgent(version).connect);
      await expect(agent.loadSession({ sessionId, cwd: "/w" })).rejects.toThrow("not found");
      expect(textsOf(store.getState(), sessionId)).toEqual(["user: Go", "agent: May I?"]);
      await expect(agent.prompt(sessionId, "On")).rejects.toMatchObject({ reason: "detached" });
      await agent.close();
    });

    it("sends its queued prompts after they are released", async () => {
      const scripted = createAgent(version);
      const { state, sessionId } = await killedInTurn(scripted);
      const store = newStore();
      store.restoreSession(deserialize(serializeSession(state, sessionId)));
      store.queuePrompt(sessionId, [{ type: "text", text: "Then" }]);
      const agent = await connectAgent(store, scripted.connect);
      await agent.loadSession({ sessionId, cwd: "/w" });
      expect(store.getState().sessions.get(sessionId)).toMatchObject({ queueHeld: true });
      store.releaseQueue(sessionId);
      await waitForState(store, (now) => textsOf(now, sessionId).includes("agent: Done."));
      expect(textsOf(store.getState(), sessionId).slice(2)).toEqual(["user: Then", "agent: Done."]);
      await agent.close();
    });

    it("does not block prompts if it is part of the initial state", async () => {
      const scripted = createAgent(version);
      const { state, sessionId } = await killedInTurn(scripted);
      const initialState = deserialize(serialize(state));
      const store = createAcpStore({ scheduler: "sync", initialState });
      const agent = await connectAgent(store, scripted.connect);
      expect(isAsked(store.getState())).toBe(false);
      await agent.loadSession({ sessionId, cwd: "/w" });
      expect(textsOf(store.getState(), sessionId)).toEqual(["user: Go", "agent: May I?"]);
      expect(await agent.prompt(sessionId, "On")).toEqual({ stopReason: "end_turn" });
      await agent.close();
    });
  },
);
