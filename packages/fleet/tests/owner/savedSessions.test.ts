import { type AcpView, isSessionUnopened, selectMessages } from "@acp-store/core";
import { followSession } from "@acp-store/fleet";
import type { FleetRights } from "@acp-store/fleet/mirror";
import { type AcpStorage, memoryStorage, readSession, savedSessions } from "@acp-store/persist";
import { fileStorage } from "@acp-store/persist/node";
import { type AgentScript, createGate, type ScriptedAgent } from "@acp-store/testing";
import fc from "fast-check";
import { mkdtempSync, readdirSync, rmSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { waitForState } from "../../../../tests/support/waitForState.js";
import { testAgent, testFleet, waitForAsk } from "../support/agents.js";
import { openPage, testServer } from "../support/pages.js";

const FOLDER = { cwd: "/w" };
const LONG_AGO = new Date(2026, 0, 1);

function texts(view: AcpView, sessionId: string): readonly string[] {
  return selectMessages(view.getState(), sessionId).map(({ content: [block] }) =>
    block?.type === "text" ? block.text : "",
  );
}

/** Returns the sessions that the agent was asked to open, in order. */
function openedIds({ frames }: ScriptedAgent): readonly string[] {
  return frames.flatMap(({ dir, msg }) => {
    const { method = "", params } = msg as { method?: string; params?: { sessionId: string } };
    const opens = dir === "sent" && /^session\/(load|resume)$/.test(method);
    return opens && params !== undefined ? [params.sessionId] : [];
  });
}

/** Counts the reads of documents. */
function counted(storage: AcpStorage) {
  const reads: string[] = [];
  const read: AcpStorage["read"] = (id) => {
    reads.push(id);
    return storage.read(id);
  };
  return { storage: { ...storage, read }, reads };
}

/** Runs a fleet of one agent until it has sessions with one turn each, and kills it. */
async function saveSessions(storage: AcpStorage, count: number, script: Partial<AgentScript> = {}) {
  const agent = testAgent("a", script);
  const { get } = testFleet([agent], { storage: () => storage });
  const { connection, store, persistence } = get("a");
  const ids: string[] = [];
  for (let index = 0; index < count; index++) {
    const { sessionId } = await connection.newSession(FOLDER);
    await connection.prompt(sessionId, "Go");
    store.markSessionRead(sessionId);
    ids.push(sessionId);
  }
  // A process that is killed writes nothing more.
  await persistence?.stop();
  const before = openedIds(agent).length;
  return {
    agent,
    ids,
    id: ids[0] ?? "",
    openedSince: () => openedIds(agent).slice(before),
    startsSince: (
      (starts) => () =>
        agent.starts() - starts
    )(agent.starts()),
  };
}

/** Starts the fleet again, with a page. */
async function restart(
  { agent }: { readonly agent: ReturnType<typeof testAgent> },
  storage: AcpStorage,
  rights?: FleetRights,
) {
  const { fleet, get } = testFleet([agent], { storage: () => storage });
  await fleet.restore();
  const { mirror, whenLive } = openPage(() => testServer(fleet).openLink(rights));
  await whenLive();
  return { fleet, ...get("a"), mirror: mirror("a") };
}

describe("a fleet with 50 saved sessions", () => {
  it("reads and opens only the one that is shown and prompted", async () => {
    const dir = mkdtempSync(join(tmpdir(), "acp-store-fleet-"));
    onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
    const saved = await saveSessions(fileStorage(dir, { fsync: false }), 50);
    for (const name of readdirSync(dir, { recursive: true, encoding: "utf8" }))
      if (name.endsWith(".log")) utimesSync(join(dir, name), LONG_AGO, LONG_AGO);
    await savedSessions(fileStorage(dir, { fsync: false }));
    const { storage, reads } = counted(fileStorage(dir, { fsync: false }));
    const { fleet, store, connection, mirror, start } = await restart(saved, storage);
    expect(fleet.overview.getState().sessions).toHaveLength(50);
    expect(fleet.overview.getState().inbox).toEqual([]);
    expect(store.getState().sessions.size).toBe(0);
    expect(reads).toEqual(["index/sessions"]);

    const shown = followSession(mirror, saved.id);
    await shown.opened;
    expect(texts(mirror, saved.id)).toEqual(["Go", "Done."]);
    expect(reads).toEqual(["index/sessions", `session/${saved.id}`]);
    expect(saved.startsSince()).toBe(0);

    await start();
    await connection.listSessions();
    expect(saved.openedSince()).toEqual([]);
    expect(await mirror.actions.prompt(saved.id, [{ type: "text", text: "On" }])).toEqual({
      stopReason: "end_turn",
    });
    expect(saved.openedSince()).toEqual([saved.id]);
    expect(texts(store, saved.id)).toEqual(["Go", "Done.", "On", "Done."]);
    expect(store.getState().sessions.size).toBe(1);
    expect(fleet.overview.getState().sessions).toHaveLength(50);
  });
});

describe("a saved session of a fleet", () => {
  it("is restored and opened by a request for it, without being shown", async () => {
    const storage = memoryStorage();
    const effort = {
      ...{ id: "effort", name: "Effort", type: "select" as const, value: "low" },
      options: ["low", "high"].map((value) => ({ value, name: value })),
    };
    const saved = await saveSessions(storage, 2, { settings: [effort] });
    const { store, connection } = await restart(saved, storage);
    const [first = "", second = ""] = saved.ids;
    await Promise.all([
      connection.setConfigOption(first, "effort", "high"),
      connection.prompt(first, "On"),
    ]);
    expect(saved.openedSince()).toEqual([first]);
    expect(texts(store, first)).toEqual(["Go", "Done.", "On", "Done."]);
    await connection.prompt(second, "On");
    expect(texts(store, second)).toEqual(["Go", "Done.", "On", "Done."]);
  });

  it("is restored before the first request of a fleet that was not restored", async () => {
    const storage = memoryStorage();
    const saved = await saveSessions(storage, 1);
    const { get } = testFleet([saved.agent], { storage: () => storage });
    await get("a").connection.prompt(saved.id, "On");
    expect(texts(get("a").store, saved.id)).toEqual(["Go", "Done.", "On", "Done."]);
    expect(saved.openedSince()).toEqual([saved.id]);
  });

  it("is read once when it is shown twice and prompted at the same time", async () => {
    const memory = memoryStorage();
    const saved = await saveSessions(memory, 1);
    const gate = createGate();
    let isHeld = false;
    const { storage, reads } = counted({
      ...memory,
      async read(id) {
        if (isHeld && id === `session/${saved.id}`) await gate.pass();
        return memory.read(id);
      },
    });
    const { store, connection, mirror } = await restart(saved, storage);
    isHeld = true;
    reads.length = 0;
    const all = Promise.all([
      followSession(mirror, saved.id).opened,
      followSession(store, saved.id).opened,
      connection.prompt(saved.id, "On"),
    ]);
    await gate.reached;
    // The owner has got the action of the page before this one.
    await mirror.actions.listSessions({});
    gate.open();
    await all;
    expect(reads[0]).toBe(`session/${saved.id}`);
    expect(saved.openedSince()).toEqual([saved.id]);
    expect(texts(store, saved.id)).toEqual(["Go", "Done.", "On", "Done."]);
  });

  it("does not start its agent for a page that shows it after another page", async () => {
    const storage = memoryStorage();
    const saved = await saveSessions(storage, 1);
    const { store, connection } = await restart(saved, storage);
    await connection.restoreSession(saved.id);
    expect(await connection.loadSession({ sessionId: saved.id, ...FOLDER })).toEqual({});
    expect(saved.startsSince()).toBe(0);
    expect(texts(store, saved.id)).toEqual(["Go", "Done."]);
  });

  it("is shown to a page without rights, which cannot start its agent", async () => {
    const storage = memoryStorage();
    const saved = await saveSessions(storage, 2);
    const { mirror } = await restart(saved, storage, { agent: () => ({}) });
    await followSession(mirror, saved.id).opened;
    expect(texts(mirror, saved.id)).toEqual(["Go", "Done."]);
    await storage.write({
      id: `session/${saved.ids[1] ?? ""}`,
      epoch: Number.MAX_SAFE_INTEGER,
      snapshot: "damaged",
    });
    const unreadable = followSession(mirror, saved.ids[1] ?? "");
    await expect(unreadable.opened).rejects.toMatchObject({ reason: "forbidden" });
    expect(saved.startsSince()).toBe(0);
  });

  it("is loaded from its agent if it can no longer be read", async () => {
    const storage = memoryStorage();
    const saved = await saveSessions(storage, 1);
    const { mirror } = await restart(saved, storage);
    const id = `session/${saved.id}`;
    await storage.write({ id, epoch: Number.MAX_SAFE_INTEGER, snapshot: "damaged" });
    await followSession(mirror, saved.id).opened;
    await waitForState(mirror, () => texts(mirror, saved.id).length === 2);
    expect(saved.openedSince()).toEqual([saved.id]);
    expect(mirror.getState().catalog.get(saved.id)).not.toHaveProperty("saved");
  });

  it("is shown again after its owner has started again", async () => {
    const storage = memoryStorage();
    const saved = await saveSessions(storage, 1);
    const first = await restart(saved, storage);
    const second = testFleet([saved.agent], { storage: () => storage });
    const servers = [testServer(first.fleet), testServer(second.fleet)];
    const { mirror, whenLive } = openPage(() => (servers[0] ?? testServer(first.fleet)).openLink());
    await whenLive();
    const shown = followSession(mirror("a"), saved.id);
    await shown.opened;
    await second.fleet.restore();
    servers.shift()?.breakLinks();
    await waitForState(second.get("a").store, ({ sessions }) => sessions.has(saved.id));
    await waitForState(mirror("a"), () => texts(mirror("a"), saved.id).length === 2);
    expect(saved.startsSince()).toBe(0);
    shown.stop();
  });

  it("stays read when it is shown, opened and restored again", async () => {
    const storage = memoryStorage();
    const saved = await saveSessions(storage, 1, {
      onSession: ({ send }) =>
        send({
          sessionUpdate: "session_info_update",
          title: "Opened",
          updatedAt: new Date().toISOString(),
        }),
    });
    for (let run = 0; run < 3; run++) {
      const { fleet, store, connection, mirror, persistence } = await restart(saved, storage);
      await connection.listSessions();
      await followSession(mirror, saved.id).opened;
      await connection.setConfigOption(saved.id, "none", "none").catch(() => {});
      await connection.listSessions();
      expect(store.getState().catalog.get(saved.id)).not.toHaveProperty("unread");
      expect(fleet.overview.getState().inbox).toEqual([]);
      await persistence?.stop();
    }
  });

  it("is marked as read by a page that does not show it, and stays so", async () => {
    const storage = memoryStorage();
    const saved = await saveSessions(storage, 1);
    const first = await restart(saved, storage);
    await first.connection.prompt(saved.id, "On");
    await first.persistence?.stop();
    const second = await restart(saved, storage);
    expect(second.fleet.overview.getState().inbox).toMatchObject([{ kind: "finished" }]);
    await second.mirror.actions.markSessionRead(saved.id);
    expect(second.fleet.overview.getState().inbox).toEqual([]);
    await second.persistence?.stop();
    const third = await restart(saved, storage);
    expect(third.fleet.overview.getState().inbox).toEqual([]);
  });

  it("is closed with its content saved, and deleted with its document", async () => {
    const storage = memoryStorage();
    const saved = await saveSessions(storage, 2);
    const [closed = "", deleted = ""] = saved.ids;
    const { store, connection, persistence } = await restart(saved, storage);
    await Promise.all([connection.closeSession(closed), connection.deleteSession(deleted)]);
    await persistence?.stop();
    expect(saved.openedSince()).toEqual([]);
    expect(store.getState().catalog.has(deleted)).toBe(false);
    expect(await savedSessions(storage)).toMatchObject([{ sessionId: closed, closed: true }]);
    expect((await readSession(storage, closed))?.state.sessions.get(closed)?.timeline).not.toEqual(
      [],
    );
  });

  it("is in the inbox after a kill in its turn, and loaded when its agent starts", async () => {
    const storage = memoryStorage();
    let isAsking = false;
    const saved = await saveSessions(storage, 3, {
      async onPrompt(turn) {
        if (isAsking) await turn.askPermission({ call: { title: "Run" } });
        else await turn.say("Done.");
      },
    });
    const first = await restart(saved, storage);
    isAsking = true;
    first.connection.prompt(saved.id, "On").catch(() => {});
    await waitForAsk(first.store, saved.id);
    await first.persistence?.stop();
    isAsking = false;
    const before = saved.openedSince().length;
    const { fleet, store, start } = await restart(saved, storage);
    expect(fleet.overview.getState().inbox).toMatchObject([
      { kind: "failed", sessionId: saved.id },
    ]);
    expect([...store.getState().sessions.keys()]).toEqual([saved.id]);
    await start();
    await waitForState(store, () => !isSessionUnopened(store.getState().sessions.get(saved.id)));
    expect(saved.openedSince().slice(before)).toEqual([saved.id]);
  });
});

it("keeps every prompt once, whatever is requested while sessions are restored and agents stop", async () => {
  const action = fc.record({
    name: fc.constantFrom("prompt", "show", "read", "list", "stop", "restart"),
    session: fc.nat({ max: 2 }),
    waits: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(action, { maxLength: 10 }), async (actions) => {
      const storage = memoryStorage();
      const saved = await saveSessions(storage, 3);
      const expected = new Map(saved.ids.map((id) => [id, 1]));
      let current = await open();

      async function open() {
        const { fleet, get } = testFleet([saved.agent], { storage: () => storage });
        await fleet.restore();
        return { fleet, ...get("a") };
      }
      const requests: Promise<unknown>[] = [];
      const settle = () => Promise.all(requests.splice(0));
      for (const { name, session, waits } of actions) {
        const id = saved.ids[session] ?? "";
        const { connection, store, stop, fleet } = current;
        const run: Record<typeof name, () => Promise<unknown>> = {
          prompt: () => connection.prompt(id, "More"),
          show: () => followSession(store, id).opened,
          read: async () => store.markSessionRead(id),
          list: () => connection.listSessions(),
          async stop() {
            await settle();
            await stop();
          },
          async restart() {
            await settle();
            await fleet.close();
            current = await open();
          },
        };
        if (name === "prompt") expected.set(id, (expected.get(id) ?? 0) + 1);
        const request = run[name]();
        requests.push(request);
        if (waits || name === "stop" || name === "restart") await request;
      }
      await settle();
      for (const id of saved.ids) await current.connection.restoreSession(id);
      for (const [id, count] of expected)
        expect(texts(current.store, id).filter((text) => text !== "Done.")).toHaveLength(count);
      await current.fleet.close();
    }),
    { numRuns: 25 },
  );
});
