import { connectAgent } from "@acp-store/client";
import { type AcpStore, createAcpStore, selectMessages } from "@acp-store/core";
import { memoryStorage, persistSessions, readSession, type StorageWrite } from "@acp-store/persist";
import { createGate, scriptedAgent } from "@acp-store/testing";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { reloadedStore } from "./support/savingStore.js";

/** Creates an agent that asks for permission in its first turn, and then only answers. */
function createAgent(version: 1 | 2) {
  let turns = 0;
  return scriptedAgent({
    protocolVersions: [version],
    async onPrompt(turn) {
      turns += 1;
      if (turns > 1) return turn.say("Done.");
      await turn.say("May I?");
      await turn.askPermission({ call: { title: "Run" } });
    },
  });
}

const textsOf = (store: AcpStore, sessionId: string) =>
  selectMessages(store.getState(), sessionId).map(({ role, content }) =>
    content.map((block) => `${role}: ${block.type === "text" ? block.text : ""}`).join(),
  );

/** Ends a client in the middle of a turn with a queued prompt, and starts another one. */
async function restart(version: 1 | 2) {
  const storage = memoryStorage();
  const scripted = createAgent(version);
  const killed = createAcpStore({ scheduler: "sync" });
  const saving = persistSessions(killed, storage);
  onTestFinished(() => saving.stop());
  const first = await connectAgent(killed, scripted.connect);
  const { sessionId } = await first.newSession({ cwd: "/w" });
  first.prompt(sessionId, "Go").catch(() => {});
  await expect
    .poll(() => killed.getState().sessions.get(sessionId)?.pendingPermissions.length)
    .toBeTruthy();
  killed.queuePrompt(sessionId, [{ type: "text", text: "Then" }]);
  // The next client knows only what the storage has.
  const rest = await vi.waitUntil(async () => {
    const next = await reloadedStore(storage);
    return next.store.getState().sessions.get(sessionId)?.queue.length === 1 && next;
  });
  await first.close();
  const { store, persistence } = rest;
  const agent = await connectAgent(store, scripted.connect);
  return { storage, persistence, store, agent, sessionId };
}

describe.each([1, 2] as const)("a client that was killed in a turn (version %i)", (version) => {
  it("shows the transcript once after it was loaded, and continues with the queue", async () => {
    const { storage, persistence, store, agent, sessionId } = await restart(version);
    expect(textsOf(store, sessionId)).toEqual(["user: Go", "agent: May I?"]);
    await agent.loadSession({ sessionId, cwd: "/w" });
    expect(textsOf(store, sessionId)).toEqual(["user: Go", "agent: May I?"]);
    store.releaseQueue(sessionId);
    await expect.poll(() => textsOf(store, sessionId).includes("agent: Done.")).toBeTruthy();
    await agent.close();
    await persistence.stop();
    const { store: reloaded } = await reloadedStore(storage);
    expect(textsOf(reloaded, sessionId)).toEqual(textsOf(store, sessionId));
    expect(textsOf(reloaded, sessionId)).toHaveLength(4);
  });

  it("saves a resumed session as the store has it", async () => {
    const { storage, persistence, store, agent, sessionId } = await restart(version);
    await agent.resumeSession({ sessionId, cwd: "/w" });
    await agent.prompt(sessionId, "On");
    await agent.close();
    await persistence.stop();
    const { store: reloaded } = await reloadedStore(storage);
    const timelineOf = (from: AcpStore) => from.getState().sessions.get(sessionId)?.timeline;
    expect(timelineOf(reloaded)).toEqual(timelineOf(store));
  });

  it("finds a queued prompt in the queue or in the transcript, whenever it was killed", async () => {
    const storage = memoryStorage();
    const isPromptSaved: boolean[] = [];
    async function write(entry: StorageWrite): Promise<void> {
      await storage.write(entry);
      const saved = await readSession(storage, entry.id.slice("session/".length));
      isPromptSaved.push(
        JSON.stringify(
          [...(saved?.state.sessions.values() ?? [])].map(({ queue, messages }) => [
            queue,
            [...messages],
          ]),
        ).includes("Then"),
      );
    }
    const store = createAcpStore({ scheduler: "sync" });
    const saving = persistSessions(store, { ...storage, write });
    onTestFinished(() => saving.stop());
    const gate = createGate();
    const scripted = scriptedAgent({
      protocolVersions: [version],
      onPrompt: (turn) => (turn.text === "Go" ? turn.hold(gate) : turn.say("Done.")),
    });
    const agent = await connectAgent(store, scripted.connect);
    const { sessionId } = await agent.newSession({ cwd: "/w" });
    const turn = agent.prompt(sessionId, "Go");
    await gate.reached;
    const queued = agent.prompt(sessionId, "Then");
    await saving.flush();
    const first = isPromptSaved.indexOf(true);
    gate.open();
    await turn;
    await queued;
    await agent.close();
    await saving.flush();
    expect(isPromptSaved.slice(first)).not.toContain(false);
  });
});
