import { selectMessages } from "@acp-store/core";
import { createHandoff } from "@acp-store/core/export";
import { type FleetView, findContinuations, handOff, type SessionRef } from "@acp-store/fleet";
import { memoryStorage } from "@acp-store/persist";
import { describe, expect, it, onTestFinished } from "vitest";
import { waitForState } from "../../../tests/support/waitForState.js";
import { testAgent, testFleet } from "./support/agents.js";
import { openPage, testServer } from "./support/pages.js";

const FOLDER = { cwd: "/w" };

/** A fleet whose agent "a" has a session with one turn. */
async function startedFleet(options: Parameters<typeof testFleet>[1] = {}) {
  const agents = [testAgent("a"), testAgent("b"), testAgent("c")] as const;
  const owner = testFleet(agents, options);
  const { connection } = owner.get("a");
  const { sessionId } = await connection.newSession(FOLDER);
  await connection.prompt(sessionId, "Fix the total");
  const from: SessionRef = { agentId: "a", sessionId };
  return { ...owner, agents, from };
}

/** Continues a session with another agent, and waits for the end of its turn. */
async function continueWith(fleet: FleetView, from: SessionRef, to: string): Promise<SessionRef> {
  const session = fleet.getView(from.agentId)?.getState().sessions.get(from.sessionId);
  if (session === undefined) throw new Error("There is no session.");
  const handoff = createHandoff(session, { maxBytes: 4_000, agentName: from.agentId });
  const continued = await handOff(fleet, { from, to, handoff, instruction: "Go on." });
  const view = fleet.getView(to);
  if (view !== undefined)
    await waitForState(view, ({ catalog }) => catalog.get(continued.sessionId)?.unread === true);
  return continued;
}

describe("a handoff to another agent", () => {
  it("opens a session in the same folder that names its origin, and prompts it", async () => {
    const { fleet, get, agents, from } = await startedFleet();
    const continued = await continueWith(fleet, from, "b");
    const { catalog, sessions } = get("b").store.getState();
    expect(catalog.get(continued.sessionId)).toMatchObject({ ...FOLDER, continuedFrom: from });
    expect(sessions.get(continued.sessionId)?.continuedFrom).toEqual(from);
    const [prompt] = selectMessages(get("b").store.getState(), continued.sessionId);
    expect(prompt?.content).toMatchObject([{ text: "Go on.\n\n" }, { type: "resource" }]);
    const sent = JSON.stringify(agents[1].frames);
    expect(sent).toContain("Fix the total");
    // The agent does not learn the ids of other agents.
    expect(sent).not.toContain("continuedFrom");
  });

  it("follows a chain in both directions", async () => {
    const { fleet, agents, from } = await startedFleet();
    const second = await continueWith(fleet, from, "b");
    const third = await continueWith(fleet, second, "c");
    const { sessions } = fleet.overview.getState();
    const next = (ref: SessionRef) =>
      findContinuations(sessions, ref).map(({ agentId, sessionId }) => ({ agentId, sessionId }));
    expect([next(from), next(second), next(third)]).toEqual([[second], [third], []]);
    expect(JSON.stringify(agents[2].frames)).toContain("Fix the total");
  });

  it("works on a page, and keeps the origin in the storage", async () => {
    const storages = new Map(["a", "b", "c"].map((id) => [id, memoryStorage()]));
    const storage = (id: string) => storages.get(id) ?? memoryStorage();
    const { fleet, from } = await startedFleet({ storage });
    const server = testServer(fleet);
    const { page, whenLive, mirror } = openPage(() => server.openLink());
    await whenLive();
    await mirror("a").open(from.sessionId);
    const continued = await continueWith(page, from, "b");
    const entry = mirror("b").getState().catalog.get(continued.sessionId);
    expect(entry?.continuedFrom).toEqual(from);
    await fleet.close();
    const restarted = testFleet([testAgent("b")], { storage });
    onTestFinished(() => restarted.fleet.close());
    await restarted.fleet.restore();
    const restored = restarted.get("b").store.getState().catalog.get(continued.sessionId);
    expect(restored).toMatchObject({ saved: true, continuedFrom: from });
  });

  it("rejects for an agent that does not exist", async () => {
    const { fleet, from } = await startedFleet();
    await expect(continueWith(fleet, from, "lost")).rejects.toMatchObject({
      message: '[acp-store] The fleet has no agent "lost".',
    });
  });
});
