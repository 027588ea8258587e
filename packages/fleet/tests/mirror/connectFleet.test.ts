import { type AcpStore, selectMessages } from "@acp-store/core";
import {
  connectFleet,
  type FleetStatus,
  NOT_ADMITTED,
  type PageRequest,
} from "@acp-store/fleet/mirror";
import { type MirrorLink, openLinkChannels, portLink } from "@acp-store/mirror";
import { createGate } from "@acp-store/testing";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { testAgent, testFleet, waitForAsk } from "../support/agents.js";
import { openPage, testServer } from "../support/pages.js";
import { waitForState } from "../../../../tests/support/waitForState.js";

const FOLDER = { cwd: "/w" };

/** An agent that asks for permission, and one that answers. */
function askingAgent(id: string) {
  return testAgent(id, {
    async onPrompt(turn) {
      if (turn.text === "Fail") throw new Error("Overloaded");
      if (turn.text === "Ask") await turn.askPermission({ call: { title: "Run" } });
      await turn.say("Done.");
    },
  });
}

/** A fleet with a server and one page that is live. */
async function livePage(ids: readonly string[] = ["a", "b"]) {
  const owner = testFleet(ids.map(askingAgent));
  const server = testServer(owner.fleet);
  const opened = openPage(() => server.openLink());
  await opened.whenLive();
  return { ...owner, server, ...opened };
}

/** Prompts a session of an agent so that it waits for the user. Returns the id of the session. */
async function ask(
  { get }: Pick<ReturnType<typeof testFleet>, "get">,
  id: string,
): Promise<string> {
  const { sessionId } = await get(id).connection.newSession(FOLDER);
  get(id)
    .connection.prompt(sessionId, "Ask")
    .catch(() => {});
  await waitForAsk(get(id).store, sessionId);
  return sessionId;
}

function pendingId(store: Pick<AcpStore, "getState">, sessionId: string): string {
  return store.getState().sessions.get(sessionId)?.pendingPermissions[0] ?? "";
}

describe("a page", () => {
  it("has the agents with their conditions, also of one that is added, and none that was removed", async () => {
    const { fleet, get, page } = await livePage();
    const conditions = () =>
      Array.from(
        page.entries.getState().values(),
        ({ id, name, status }) => `${id} ${name} ${status}`,
      );
    expect(conditions()).toEqual(["a A stopped", "b B stopped"]);
    await get("a").start();
    await waitForState(page.entries, (agents) => agents.get("a")?.status === "running");
    fleet.add(testAgent("c").definition);
    await waitForState(page.entries, (agents) => agents.has("c"));
    expect(conditions()).toEqual(["a A running", "b B stopped", "c C stopped"]);
    const mirror = page.getView("a");
    await fleet.remove("a");
    await waitForState(page.entries, (agents) => !agents.has("a"));
    expect(conditions()).toEqual(["b B stopped", "c C stopped"]);
    expect(mirror?.status).toBe("closed");
  });

  it("has the overview of the owner", async () => {
    const { fleet, get, page } = await livePage();
    const asking = await ask({ get }, "a");
    const failing = await get("b").connection.newSession(FOLDER);
    await get("b")
      .connection.prompt(failing.sessionId, "Fail")
      .catch(() => {});
    const finished = await get("b").connection.newSession(FOLDER);
    await get("b").connection.prompt(finished.sessionId, "Go");
    await waitForState(page.overview, ({ inbox }) => inbox.length === 3);
    expect(page.overview.getState()).toEqual(fleet.overview.getState());
    expect(page.overview.getState().inbox).toMatchObject([
      { kind: "waiting", key: `a/${asking}` },
      { kind: "failed", key: `b/${failing.sessionId}`, error: { message: expect.any(String) } },
      { kind: "finished", key: `b/${finished.sessionId}` },
    ]);
  });

  it("answers for all pages: the row of another one disappears, and a second answer is refused", async () => {
    const { server, get, mirror, page } = await livePage(["a"]);
    const other = openPage(() => server.openLink());
    await other.whenLive();
    const sessionId = await ask({ get }, "a");
    await waitForState(other.page.overview, ({ counts }) => counts.waiting === 1);
    await waitForState(page.overview, ({ counts }) => counts.waiting === 1);
    const permissionId = pendingId(mirror("a"), sessionId);
    const first = mirror("a").actions.respondToPermission(permissionId, "allow-once");
    const second = other.mirror("a").actions.respondToPermission(permissionId, "reject-once");
    const results = await Promise.allSettled([first, second]);
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    await waitForState(other.page.overview, ({ counts }) => counts.waiting === 0);
    await waitForState(page.overview, ({ counts }) => counts.waiting === 0);
  });

  it("starts a stopped agent with an action, and opens the content of a session", async () => {
    const { get, status, mirror } = await livePage();
    const { sessionId } = await mirror("b").actions.newSession(FOLDER);
    expect([status("a"), status("b")]).toEqual(["stopped", "running"]);
    await mirror("b").actions.prompt(sessionId, [{ type: "text", text: "Go" }]);
    await mirror("b").open(sessionId);
    expect(selectMessages(mirror("b").getState(), sessionId)).toHaveLength(2);
    await get("b").stop();
    expect(await mirror("b").actions.prompt(sessionId, [{ type: "text", text: "On" }])).toEqual({
      stopReason: "end_turn",
    });
    expect(selectMessages(mirror("b").getState(), sessionId)).toHaveLength(4);
  });

  it("sees and does only what its rights allow", async () => {
    const owner = testFleet([askingAgent("a"), askingAgent("secret")]);
    const request = vi.fn();
    const server = testServer(owner.fleet, { requests: { install: request } });
    const rights = { agent: (id: string) => (id === "a" ? { may: () => false } : undefined) };
    const { page, mirror, whenLive } = openPage(() => server.openLink(rights));
    await whenLive();
    await ask(owner, "secret");
    const sessionId = await ask(owner, "a");
    await waitForState(page.overview, ({ inbox }) => inbox.length === 1);
    expect([...page.entries.getState().keys()]).toEqual(["a"]);
    const answer = mirror("a").actions.respondToPermission(
      pendingId(mirror("a"), sessionId),
      "allow-once",
    );
    await expect(answer).rejects.toMatchObject({ reason: "forbidden" });
    for (const call of [page.startAgent("a"), page.stopAgent("secret"), page.request("install")])
      await expect(call).rejects.toMatchObject({ name: "AcpFleetError", reason: "forbidden" });
    expect(page.connection.getState().canManage).toBe(false);
    expect(request).not.toHaveBeenCalled();
    // A page that is not ours can ask for the channel of any agent.
    const channel = openLinkChannels(server.openLink(rights)).open("agent/secret");
    await new Promise<void>((resolve) => void channel.onClose(() => resolve()));
  });

  it("does not see an agent whose rights cannot be decided, which affects neither the fleet nor others", async () => {
    const owner = testFleet([askingAgent("a"), askingAgent("b")]);
    const server = testServer(owner.fleet);
    const rights = {
      agent(id: string) {
        if (id === "b") throw new Error("The database is down.");
        return { may: () => true };
      },
    };
    const { page, whenLive } = openPage(() => server.openLink(rights));
    await whenLive();
    expect([...page.entries.getState().keys()]).toEqual(["a"]);
    const channel = openLinkChannels(server.openLink(rights)).open("agent/b");
    await new Promise<void>((resolve) => void channel.onClose(() => resolve()));
    await owner.get("b").start();
    expect(owner.status("b")).toBe("running");
  });

  it("starts and stops agents and makes requests of the application with the right to", async () => {
    const owner = testFleet([askingAgent("a")]);
    const requests = {
      double(params: unknown, { report }: PageRequest) {
        report({ halves: 1 });
        return Promise.resolve(Number(params) * 2);
      },
      fail: () => Promise.reject(new Error("No space left.")),
    };
    const server = testServer(owner.fleet, { requests });
    const { page, whenLive } = openPage(() => server.openLink());
    await whenLive();
    expect(page.connection.getState().canManage).toBe(true);
    await page.startAgent("a");
    expect(owner.status("a")).toBe("running");
    await page.stopAgent("a");
    expect(owner.fleet.entries.getState().get("a")).toMatchObject({
      status: "stopped",
      reason: "A user stopped it.",
    });
    const onProgress = vi.fn();
    expect(await page.request("double", 21, { onProgress })).toBe(42);
    expect(onProgress.mock.calls).toEqual([[{ halves: 1 }]]);
    expect(await page.request("double", 1)).toBe(2);
    expect(onProgress).toHaveBeenCalledOnce();
    await expect(page.request("fail")).rejects.toMatchObject({
      reason: "failed",
      message: "[acp-store] No space left.",
    });
    await expect(page.request("toString")).rejects.toThrow('no method "toString"');
    await expect(page.startAgent("z")).rejects.toThrow('no agent "z"');
  });

  it("ends a request that is aborted, and tells the server when nobody waits for a result", async () => {
    const owner = testFleet([askingAgent("a")]);
    const signals: AbortSignal[] = [];
    const wait = (_params: unknown, { signal, report }: PageRequest) =>
      new Promise<void>((resolve) => {
        signals.push(signal);
        signal.addEventListener("abort", () => resolve());
        report("started");
      });
    const server = testServer(owner.fleet, { requests: { wait } });
    const { page, whenLive } = openPage(() => server.openLink());
    await whenLive();
    const aborting = new AbortController();
    const aborted = page.request("wait", 1, {
      onProgress: () => aborting.abort(new Error("Enough")),
      signal: aborting.signal,
    });
    await expect(aborted).rejects.toThrow("Enough");
    await vi.waitFor(() => expect(signals[0]?.aborted).toBe(true));
    await expect(page.request("wait", 2, { signal: aborting.signal })).rejects.toThrow("Enough");
    const lost = page.request("wait", 3);
    await vi.waitFor(() => expect(signals).toHaveLength(2));
    server.breakLinks();
    await expect(lost).rejects.toMatchObject({ reason: "uncertain" });
    await vi.waitFor(() => expect(signals[1]?.aborted).toBe(true));
  });

  it("can make a request as soon as it is told that the connection is live", async () => {
    const owner = testFleet([askingAgent("a")]);
    const server = testServer(owner.fleet, { requests: { one: () => 1 } });
    const { page } = openPage(() => server.openLink());
    const result = await new Promise((resolve) => {
      page.connection.subscribe(({ status }) => {
        if (status === "live") resolve(page.request("one"));
      });
    });
    expect(result).toBe(1);
  });

  it("gets the command line of an agent only if it may manage agents", async () => {
    const { definition } = askingAgent("a");
    const commandLine = ["agent", "--key", "secret"];
    const { fleet } = testFleet([{ definition: { ...definition, commandLine } }]);
    const server = testServer(fleet);
    const manager = openPage(() => server.openLink());
    const other = openPage(() => server.openLink({ agent: () => ({ may: () => true }) }));
    await manager.whenLive();
    await other.whenLive();
    const entries = [manager, other].map(({ page }) => page.entries.getState().get("a"));
    expect(entries.map((entry) => entry?.commandLine)).toEqual([commandLine, undefined]);
  });

  it("gets neither folders nor reasons of agents from a host that redacts", async () => {
    const agent = askingAgent("a");
    const definition = { ...agent.definition, cwd: "/home/me/secret" };
    const owner = testFleet([{ definition }]);
    await owner.get("a").start();
    await owner.get("a").stop("/home/me/secret is gone");
    const server = testServer(owner.fleet, { redact: () => ({}) });
    const { page, whenLive } = openPage(() => server.openLink());
    await whenLive();
    expect(page.entries.getState().get("a")).toEqual({ id: "a", name: "A", status: "stopped" });
  });

  it("comes back after the link broke, and misses nothing", async () => {
    const { server, get, page, mirror, whenLive } = await livePage();
    const statuses: FleetStatus[] = [];
    page.connection.subscribe(
      ({ status }, before) => status === before.status || statuses.push(status),
    );
    const { sessionId } = await mirror("a").actions.newSession(FOLDER);
    await mirror("a").open(sessionId);
    server.breakLinks();
    await waitForState(page.connection, ({ status }) => status === "connecting");
    expect([...page.entries.getState().keys()]).toEqual(["a", "b"]);
    await get("a").connection.prompt(sessionId, "Go");
    await whenLive();
    await waitForState(mirror("a"), (state) => selectMessages(state, sessionId).length === 2);
    expect(statuses).toEqual(["connecting", "live"]);
  });

  it("can act as soon as it is told that the connection is live again", async () => {
    const { server, page, mirror } = await livePage();
    const { sessionId } = await mirror("a").actions.newSession(FOLDER);
    await mirror("a").open(sessionId);
    server.breakLinks();
    await waitForState(page.connection, ({ status }) => status === "connecting");
    const turn = await new Promise((resolve) => {
      page.connection.subscribe(({ status }) => {
        if (status === "live")
          resolve(mirror("a").actions.prompt(sessionId, [{ type: "text", text: "Go" }]));
      });
    });
    expect(turn).toMatchObject({ stopReason: "end_turn" });
    expect(selectMessages(mirror("a").getState(), sessionId)).toHaveLength(2);
  });

  it("does not know the outcome of a request whose answer was lost, and refuses one while it is offline", async () => {
    const gate = createGate();
    const owner = testFleet([askingAgent("a")]);
    const server = testServer(owner.fleet, { requests: { wait: () => gate.pass() } });
    const { page, whenLive } = openPage(() => server.openLink());
    await expect(page.request("wait")).rejects.toMatchObject({ reason: "offline" });
    await whenLive();
    const waiting = page.request("wait");
    await gate.reached;
    server.breakLinks();
    await expect(waiting).rejects.toMatchObject({ reason: "uncertain" });
    gate.open();
    await whenLive();
    const next = page.request("wait");
    page.close();
    await expect(next).rejects.toMatchObject({ reason: "closed" });
    expect(page.connection.getState().status).toBe("closed");
  });

  it("tells a server that cannot be reached from one that does not admit it, and tries on", async () => {
    const owner = testFleet([askingAgent("a")]);
    const server = testServer(owner.fleet);
    const attempts = [
      () => Promise.reject(new Error("ECONNREFUSED")),
      () => closedLink(NOT_ADMITTED),
      () => server.openLink(),
    ];
    const page = connectFleet(() => attempts.shift()?.() ?? server.openLink());
    onTestFinished(() => page.close());
    const statuses: FleetStatus[] = [page.connection.getState().status];
    page.connection.subscribe(({ status }) => status === statuses.at(-1) || statuses.push(status));
    await waitForState(page.connection, ({ status }) => status === "live");
    expect(statuses).toEqual(["connecting", "unreachable", "not_admitted", "live"]);
  });

  it("does not show the agents of a server with another major version", async () => {
    const { port1, port2 } = new MessageChannel();
    const serverEnd = portLink(port1);
    openLinkChannels(serverEnd, (_name, channel) => {
      channel.send(
        JSON.stringify({
          type: "agents",
          v: 2,
          agents: [{ id: "a", name: "A", status: "stopped" }],
        }),
      );
      return true;
    });
    const { page } = openPage(() => portLink(port2));
    await waitForState(page.connection, ({ status }) => status === "incompatible");
    expect(page.entries.getState().size).toBe(0);
  });

  it("receives at most 150 kB when it joins 20 agents with 10 sessions each", async () => {
    const ids = Array.from({ length: 20 }, (_, index) => `agent-${index}`);
    const owner = testFleet(ids.map((id) => testAgent(id)));
    await Promise.all(
      ids.map(async (id) => {
        for (let count = 0; count < 10; count++) {
          const { sessionId } = await owner
            .get(id)
            .connection.newSession({ cwd: `/home/me/projects/${id}` });
          await owner.get(id).connection.prompt(sessionId, `Fix the typo in file ${count}`);
        }
      }),
    );
    const server = testServer(owner.fleet);
    const { page, whenLive } = openPage(() => server.openLink());
    await whenLive();
    expect(page.overview.getState().sessions).toHaveLength(200);
    expect(server.sentChars()).toBeLessThan(150_000);
  });
});

describe("a page that is not ours", () => {
  it("cannot harm the server with what it sends", async () => {
    const owner = testFleet([askingAgent("a")]);
    const slow = createGate();
    const server = testServer(owner.fleet, { requests: { wait: () => slow.pass() } });
    const channel = openLinkChannels(server.openLink()).open("fleet");
    const answers: { readonly type: string; readonly message?: string }[] = [];
    channel.onMessage((text) => answers.push(JSON.parse(text)));
    for (const text of [
      "",
      "null",
      "[]",
      "{",
      '{"type":"call"}',
      '{"type":"call","id":-1,"method":"start"}',
    ])
      channel.send(text);
    for (const method of ["__proto__", "constructor", "start", "stop", ""])
      channel.send(JSON.stringify({ type: "call", id: 1, method, params: { toString: 1 } }));
    for (let id = 0; id < 100; id++)
      channel.send(JSON.stringify({ type: "call", id, method: "wait" }));
    await expect
      .poll(() => answers.filter(({ message }) => message?.startsWith("Too many")).length)
      .toBe(84);
    expect(answers.filter(({ message }) => message?.includes("no method")).length).toBe(3);
    expect(answers.filter(({ message }) => message?.includes("no agent")).length).toBe(2);
    slow.open();
    await expect.poll(() => answers.filter(({ type }) => type === "result").length).toBe(16);
    const { whenLive } = openPage(() => server.openLink());
    await whenLive();
  });
});

describe("a server that is not ours", () => {
  it("cannot harm a page with what it sends", async () => {
    const { port1, port2 } = new MessageChannel();
    let directory: MirrorLink | undefined;
    openLinkChannels(portLink(port1), (name, channel) => {
      if (name === "fleet") directory = channel;
      return name === "fleet";
    });
    const { page } = openPage(() => portLink(port2));
    await expect.poll(() => directory).toBeDefined();
    const bad = [
      "",
      "null",
      "{",
      '{"type":"agents"}',
      '{"type":"agents","v":1,"agents":{}}',
      '{"type":"result","id":"x"}',
      '{"type":"refused","id":1}',
    ];
    for (const text of bad) directory?.send(text);
    const agents = [
      null,
      1,
      { id: "../x", name: "X", status: "running" },
      { id: "__proto__", name: "X", status: "running" },
      { id: "b", name: "B", status: "exploding" },
      { id: "a", name: "A", status: "running", icon: 5 },
    ];
    directory?.send(JSON.stringify({ type: "agents", v: 1, agents, manages: "yes" }));
    await waitForState(page.connection, ({ status }) => status === "live");
    expect([...page.entries.getState().keys()]).toEqual(["a"]);
    expect(page.connection.getState().canManage).toBe(false);
  });
});

it("notices a link that is silent, and connects again", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const owner = testFleet([]);
  const server = testServer(owner.fleet);
  const silent: MirrorLink = {
    send() {},
    onMessage: () => () => {},
    onClose: () => () => {},
    close: vi.fn(),
  };
  const connect = vi.fn(() => (connect.mock.calls.length === 1 ? silent : server.openLink()));
  const page = connectFleet(connect);
  onTestFinished(() => page.close());
  await vi.advanceTimersByTimeAsync(17_000);
  expect(silent.close).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(1_000);
  vi.useRealTimers();
  await waitForState(page.connection, ({ status }) => status === "live");
  expect(connect).toHaveBeenCalledTimes(2);
});

it("is live again as soon as its agents are", async () => {
  const { page, server } = await livePage();
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  server.breakLinks();
  await vi.waitFor(() => expect(page.connection.getState().status).toBe("connecting"));
  // It waits for at most 1 s of the fake time.
  await vi.waitFor(() => expect(page.connection.getState().status).toBe("live"), 1_000);
});

/** A page that is connected again, to a server that does not continue its only agent. */
async function waitingPage() {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const owner = testFleet([askingAgent("a")]);
  const server = testServer(owner.fleet);
  const withoutHello = (link: MirrorLink): MirrorLink => ({
    ...link,
    send: (text) => text.includes("hello") || link.send(text),
  });
  const connect = vi.fn(() => {
    const link = server.openLink();
    return connect.mock.calls.length === 1 ? link : withoutHello(link);
  });
  const opened = openPage(connect);
  await vi.waitFor(() => expect(opened.page.getView("a")?.status).toBe("live"));
  const answered = vi.fn();
  opened.page.entries.subscribe(answered);
  server.breakLinks();
  await vi.waitFor(() => expect(answered).toHaveBeenCalled());
  expect(opened.page.connection.getState().status).toBe("connecting");
  return { server, ...opened };
}

describe("a page whose server does not continue an agent", () => {
  it("is live 2 s after the answer of the server", async () => {
    const { page, mirror } = await waitingPage();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(page.connection.getState().status).toBe("live");
    expect(mirror("a").status).toBe("stale");
  });

  it("stays closed if it is closed before", async () => {
    const { page } = await waitingPage();
    page.close();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(page.connection.getState().status).toBe("closed");
  });

  it("is not live if the connection breaks again before", async () => {
    const { page, server } = await waitingPage();
    server.host.close();
    await vi.waitFor(() => expect(page.connection.getState().status).toBe("connecting"));
    await vi.advanceTimersByTimeAsync(2_000);
    expect(page.connection.getState().status).not.toBe("live");
  });
});

/** A link that the server has closed. */
function closedLink(reason: string): MirrorLink {
  return {
    send() {},
    onMessage: () => () => {},
    onClose(listener) {
      queueMicrotask(() => listener(reason));
      return () => {};
    },
    close() {},
  };
}
