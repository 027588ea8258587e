import { createFleet, type FleetAgent } from "@acp-store/fleet/owner";
import { memoryStorage } from "@acp-store/persist";
import { memoryTranscripts, scriptedAgent } from "@acp-store/testing";
import { expect, it, onTestFinished } from "vitest";
import { createPageRequests } from "../../server/pageRequests.js";
import { REQUESTS } from "../../server/requestNames.js";

const { connect: source } = scriptedAgent({
  protocolVersions: [1],
  storage: memoryTranscripts(),
  onPrompt: (turn) => turn.say("Done."),
});
const storage = memoryStorage();

/** Starts the agent on the same storage as before. */
function openAgent() {
  const fleet = createFleet({ agents: [{ id: "a", name: "A", source }], storage: () => storage });
  onTestFinished(() => fleet.close());
  const agent = fleet.agents.get("a");
  if (agent === undefined) throw new Error("The fleet has no agent.");
  const forget = createPageRequests({ fleet })[REQUESTS.forgetSession];
  const signal = new AbortController().signal;
  return {
    ...{ fleet, agent },
    forget: async (sessionId: string) =>
      forget?.({ agentId: "a", sessionId }, { report: () => {}, sees: () => true, signal }),
  };
}

it("tells the page the budget, so that it can warn", async () => {
  const { fleet } = openAgent();
  const budget = { limits: [{ currency: "USD", amount: 5, per: "session" }] } as const;
  const request = { report: () => {}, sees: () => true, signal: new AbortController().signal };
  const read = (options: { budget?: typeof budget }) =>
    createPageRequests({ fleet, ...options })[REQUESTS.readBudget]?.(undefined, request);
  expect(await read({ budget })).toEqual(budget);
  expect(await read({})).toBeNull();
});

/** Saves two sessions: one with a subagent that has a subagent, and one without. */
async function saveSessions({ store, connection, persistence }: FleetAgent) {
  const parent = await connection.newSession({ cwd: "/w" });
  const other = await connection.newSession({ cwd: "/w" });
  for (const { sessionId } of [parent, other]) await connection.prompt(sessionId, "Go");
  for (const [sessionId, child] of [
    [parent.sessionId, `child-${parent.sessionId}`],
    [`child-${parent.sessionId}`, `grandchild-${parent.sessionId}`],
  ] as const)
    store.ingest({ sessionId, update: { sessionUpdate: "subagent_update", sessionId: child } });
  await persistence?.flush();
  return { parent: parent.sessionId, other: other.sessionId };
}

const savedIds = async (): Promise<readonly string[]> =>
  (await storage.list()).filter((id) => id.startsWith("session/"));

it.each(["open", "saved by an earlier server"])(
  "forgets the subagents of a session that is %s, at any depth",
  async (kind) => {
    const first = openAgent();
    const { parent, other } = await saveSessions(first.agent);
    const before = await savedIds();
    expect(before).toEqual(
      expect.arrayContaining([
        `session/${parent}`,
        `session/child-${parent}`,
        `session/grandchild-${parent}`,
      ]),
    );
    if (kind !== "open") await first.fleet.close();
    const current = kind === "open" ? first : openAgent();
    await current.fleet.restore();
    await current.forget(parent);
    await current.fleet.close();
    expect(await savedIds()).toEqual(before.filter((id) => !id.includes(parent)));
    expect(await savedIds()).toContain(`session/${other}`);
  },
);
