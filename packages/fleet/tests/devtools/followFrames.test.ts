import { followFrames } from "@acp-store/fleet/devtools";
import { describe, expect, it, vi } from "vitest";
import { waitForState } from "../../../../tests/support/waitForState.js";
import { testAgent, testFleet } from "../support/agents.js";
import { contentOf, messagesOf, openFrames, waitForSessions } from "../support/frames.js";
import { openPage, testServer } from "../support/pages.js";

const FOLDER = { cwd: "/w" };
const RIGHTS = { agent: () => ({ may: () => true }), manageAgents: true, seesMessages: true };

/** An agent that uses a tool and then answers with its name. */
function workingAgent(id: string) {
  return testAgent(id, {
    async onPrompt(turn) {
      await turn.read("/w/main.ts", "Content");
      await turn.say(`${id} says: ${turn.text}`);
    },
  });
}

async function livePage(ids: readonly string[] = ["a"]) {
  const owner = testFleet(ids.map(workingAgent));
  const server = testServer(owner.fleet, { devtools: true });
  const opened = openPage(() => server.openLink(RIGHTS));
  await opened.whenLive();
  return {
    ...owner,
    server,
    ...opened,
    async prompt(id: string, text: string) {
      const { connection } = owner.get(id);
      const { sessionId } = await connection.newSession(FOLDER);
      await connection.prompt(sessionId, text);
      return sessionId;
    },
  };
}

describe("followFrames", () => {
  it("leads to the sessions of the owner, with the messages before and after it was opened", async () => {
    const { page, get, prompt } = await livePage(["a", "b"]);
    await prompt("a", "First");
    await prompt("b", "Other");
    const frames = openFrames(page, "a");
    await waitForSessions(frames, get("a").store.getState);
    await prompt("a", "Second");
    await waitForSessions(frames, get("a").store.getState);
    expect(frames.state.getState()).toMatchObject({ status: "live", skipped: 0 });
    expect(messagesOf(frames).join()).not.toContain('"Other"');
    const other = openFrames(page, "b");
    await waitForSessions(other, get("b").store.getState);
    expect(messagesOf(other).join()).toContain('"Other"');
  });

  it("takes the times and the connections of the owner, even if the agent was stopped and started again", async () => {
    const { page, get, prompt } = await livePage();
    const { store, stop } = get("a");
    await prompt("a", "First");
    await stop();
    const frames = openFrames(page, "a");
    const copy = frames.state.getState().store;
    await waitForState(copy, ({ connection }) => connection?.status === "closed");
    expect(copy.getState().connection).toEqual(store.getState().connection);
    await prompt("a", "Second");
    await waitForSessions(frames, store.getState);
    expect(copy.getState().connection).toEqual({ status: "ready" });
    expect(Math.abs(copy.now() - store.now())).toBeLessThan(10_000);
  });

  it("shows the past, and every message once", async () => {
    const { page, get, prompt } = await livePage();
    await prompt("a", "First");
    const frames = openFrames(page, "a");
    await waitForSessions(frames, get("a").store.getState);
    const { history } = frames.state.getState();
    history.jumpTo(history.getSnapshot().first);
    expect(history.getState().sessions.size).toBe(0);
    const messages = messagesOf(frames);
    expect(messages.filter((message) => message.includes('"session/new"'))).toHaveLength(1);
  });

  it("closes its channel, and starts again when it is opened again", async () => {
    const { page, server, get, prompt } = await livePage();
    await prompt("a", "First");
    const frames = followFrames(page, "a");
    await waitForSessions(frames, get("a").store.getState);
    frames.close();
    expect(frames.state.getState().status).toBe("closed");
    expect(frames.state.getState().history.getSnapshot().isDetached).toBe(true);
    await page.startAgent("a");
    await prompt("a", "Second");
    expect(server.sent("frames/").join("")).not.toContain("Second");
    const again = openFrames(page, "a");
    await waitForSessions(again, get("a").store.getState);
  });

  it("continues after a broken connection without losing or repeating a message", async () => {
    const { page, server, get, prompt } = await livePage();
    const frames = openFrames(page, "a");
    const { history } = frames.state.getState();
    for (let round = 0; round < 4; round++) {
      const work = prompt("a", `Round ${round}`);
      server.breakLinks();
      await work;
      await waitForSessions(frames, get("a").store.getState);
    }
    expect(frames.state.getState().history).toBe(history);
    const prompts = messagesOf(frames).filter((message) => message.includes('"session/prompt"'));
    expect(prompts).toHaveLength(4);
  });

  it("starts an empty log when the server has another one", async () => {
    const first = testFleet([workingAgent("a")]);
    const second = testFleet([workingAgent("a")]);
    const servers = [first, second].map(({ fleet }) => testServer(fleet, { devtools: true }));
    let current = 0;
    const { page } = openPage(() => (servers[current] ?? testServer(first.fleet)).openLink(RIGHTS));
    await first.get("a").connection.newSession(FOLDER);
    const frames = openFrames(page, "a");
    await waitForSessions(frames, first.get("a").store.getState);
    const { history } = frames.state.getState();
    await second.get("a").connection.newSession({ cwd: "/second" });
    current = 1;
    servers[0]?.breakLinks();
    await waitForState(frames.state, (state) => state.history !== history);
    await waitForSessions(frames, second.get("a").store.getState);
    expect(history.getSnapshot().isDetached).toBe(true);
  });

  it.each([
    { why: "without the right", rights: { seesMessages: false }, options: { devtools: true } },
    {
      why: "with a mirror that hides sessions",
      rights: { agent: () => ({ sees: () => true }) },
      options: { devtools: true },
    },
    {
      why: "of a host that redacts",
      rights: {},
      options: { devtools: true, redact: (entity: object) => entity },
    },
    {
      why: "of a host that sends parts",
      rights: {},
      options: { devtools: true, sessionParts: ["info"] as const },
    },
  ])("refuses a page $why", async ({ rights, options }) => {
    const { fleet, get } = testFleet([workingAgent("a")]);
    const server = testServer(fleet, options);
    const { page } = openPage(() => server.openLink({ ...RIGHTS, ...rights }));
    await get("a").connection.newSession(FOLDER);
    const frames = openFrames(page, "a");
    await waitForState(frames.state, ({ status }) => status === "forbidden");
    await get("a").connection.newSession(FOLDER);
    expect(frames.state.getState().store.getState().sessions.size).toBe(0);
    expect(server.sent("frames/").join("")).not.toContain("jsonrpc");
  });

  it("says that the server does not record messages", async () => {
    const { fleet } = testFleet([workingAgent("a")]);
    const server = testServer(fleet);
    const { page } = openPage(() => server.openLink(RIGHTS));
    const frames = openFrames(page, "a");
    const { store } = await waitForState(frames.state, ({ status }) => status === "not_recorded");
    expect(store.getState().sessions.size).toBe(0);
  });

  it("gets nothing of an agent that the page does not see, and ends with an agent that is removed", async () => {
    const { fleet } = testFleet([workingAgent("a"), workingAgent("secret")]);
    const server = testServer(fleet, { devtools: true });
    const agent = (id: string) => (id === "secret" ? undefined : {});
    const { page } = openPage(() => server.openLink({ ...RIGHTS, agent }));
    const closed = async (name: string) => {
      const channel = await page.openChannel(name);
      await new Promise<void>((resolve) => void channel.onClose(() => resolve()));
    };
    await closed("frames/secret/1");
    await closed("frames/none/1");
    const removed = closed("frames/a/1");
    await fleet.remove("a");
    await removed;
    expect(server.sent("frames/")).toEqual([]);
  });

  it("keeps the mirror of the page live while 20 MB of messages are transferred", async () => {
    const text = "x".repeat(10_000);
    const flood = testAgent("a", {
      async onPrompt(turn) {
        for (let count = 0; count < 2_000; count++) await turn.say(text);
      },
    });
    const quiet = workingAgent("b");
    const { fleet, get } = testFleet([flood, quiet]);
    const server = testServer(fleet, { devtools: true });
    const { page, mirror, whenLive } = openPage(() => server.openLink(RIGHTS));
    await whenLive();
    const { sessionId } = await get("a").connection.newSession(FOLDER);
    await get("a").connection.prompt(sessionId, "Go");
    const frames = openFrames(page, "a");
    const { sessionId: other } = await get("b").connection.newSession(FOLDER);
    await get("b").connection.prompt(other, "Hello");
    await waitForState(mirror("b"), ({ catalog }) => catalog.has(other));
    // The mirror is up to date long before the log, which needs at least 80 messages.
    expect(server.sent("frames/").length).toBeLessThan(40);
    const { store } = frames.state.getState();
    const hasEnded = (): boolean => {
      const session = store.getState().sessions.get(sessionId);
      // A session without a turn is idle, too.
      return session?.turns.size === 1 && session.activity === "idle";
    };
    await waitForState(store, ({ sessions }) => sessions.has(sessionId));
    await vi.waitFor(() => expect(hasEnded()).toBe(true), { timeout: 50_000, interval: 100 });
    expect(contentOf(store.getState())).toEqual(contentOf(get("a").store.getState()));
    const sent = server.sent("frames/");
    expect(sent.length).toBeGreaterThan(75);
    for (const message of sent) expect(message.length).toBeLessThan(300_000);
  });
});
