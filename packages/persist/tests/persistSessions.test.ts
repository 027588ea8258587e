import { createAcpStore, selectMessages } from "@acp-store/core";
import { memoryStorage, persistSessions, readSession, savedSessions } from "@acp-store/persist";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { faultyStorage } from "./support/faultyStorage.js";
import { savedText } from "./support/savedText.js";
import { savingStore, text } from "./support/savingStore.js";

const permission = {
  sessionId: "s1",
  toolCall: { toolCallId: "c1", title: "Run ls" },
  options: [{ optionId: "yes", name: "Yes", kind: "allow_once" }],
};
const form = { sessionId: "s1", mode: "form", message: "Your token?", requestedSchema: {} };

describe("persistSessions", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("writes a change within the debounce time, even while more changes follow", async () => {
    const storage = memoryStorage();
    const { say } = savingStore(storage, { debounceMs: 100 });
    for (let chunk = 0; chunk < 11; chunk++) {
      say("x");
      await vi.advanceTimersByTimeAsync(10);
    }
    expect(await savedText(storage)).toBe("x".repeat(10));
  });

  it("joins the chunks of the debounce time in one record", async () => {
    const storage = faultyStorage();
    const { persistence, say } = savingStore(storage);
    say("0");
    await persistence.flush();
    for (let chunk = 1; chunk < 500; chunk++) say(String(chunk % 10));
    await persistence.flush();
    const record = storage.writes[1];
    expect(record && "append" in record && record.append.length).toBeLessThan(1000);
    expect(await savedText(storage)).toBe("0123456789".repeat(50));
  });

  it.each<[string, (store: ReturnType<typeof createAcpStore>) => unknown]>([
    ["a prompt is sent", (store) => store.startTurn("s1", text("Hi"))],
    ["a turn ends", (store) => store.endTurn("s1", { stopReason: "end_turn" })],
    ["a turn is cancelled", (store) => store.cancelTurn("s1")],
    ["a permission is requested", (store) => store.requestPermission(permission)],
    ["the user is asked for input", (store) => store.requestElicitation(form)],
    ["a prompt is queued", (store) => store.queuePrompt("s1", text("Next"))],
    ["the connection is lost", (store) => store.disconnect("gone")],
    ["the session is closed", (store) => store.closeSession("s1")],
  ])("writes immediately when %s", async (_, act) => {
    const storage = faultyStorage();
    const { store, persistence } = savingStore(storage);
    store.startTurn("s1", text("First"));
    await persistence.flush();
    const before = storage.writes.length;
    void act(store);
    await vi.advanceTimersByTimeAsync(0);
    expect(storage.writes).toHaveLength(before + 1);
  });

  it("writes immediately when a permission is answered", async () => {
    const storage = memoryStorage();
    const { store } = savingStore(storage);
    void store.requestPermission(permission);
    await vi.advanceTimersByTimeAsync(0);
    const [id = ""] = store.getState().sessions.get("s1")?.pendingPermissions ?? [];
    store.respondToPermission(id, "yes");
    await vi.advanceTimersByTimeAsync(0);
    const saved = await readSession(storage, "s1");
    expect(saved?.state.sessions.get("s1")?.permissions.get(id)).toMatchObject({ optionId: "yes" });
  });

  it("does not change the store", async () => {
    const { store, persistence, say } = savingStore(memoryStorage());
    say("a");
    const before = store.getState();
    await persistence.flush();
    expect(store.getState()).toBe(before);
  });

  it("saves sessions apart from each other, each with its own catalog entry", async () => {
    const storage = memoryStorage();
    const { store, persistence, say } = savingStore(storage);
    for (const sessionId of ["s1", "__proto__", ""]) {
      store.openSession({ sessionId, cwd: `/${sessionId}` });
      say(`text of ${sessionId}`, sessionId);
    }
    await persistence.flush();
    for (const sessionId of ["s1", "__proto__", ""]) {
      const saved = await readSession(storage, sessionId);
      expect([...(saved?.state.sessions.keys() ?? [])]).toEqual([sessionId]);
      expect([...(saved?.state.catalog.values() ?? [])]).toMatchObject([{ cwd: `/${sessionId}` }]);
      expect(await savedText(storage, sessionId)).toBe(`text of ${sessionId}`);
    }
  });

  it("saves sessions that the store had before, if they are not in the storage", async () => {
    const storage = memoryStorage();
    const store = createAcpStore({ scheduler: "sync" });
    store.openSession({ sessionId: "s1", cwd: "/w" });
    const persistence = persistSessions(store, storage);
    await persistence.stop();
    expect(await savedSessions(storage)).toMatchObject([{ sessionId: "s1", cwd: "/w" }]);
  });

  it("follows the agent after a reconnect", async () => {
    const storage = memoryStorage();
    const { store, persistence, say } = savingStore(storage);
    say("a");
    await persistence.flush();
    const frame = (dir: "sent" | "recv", msg: object) =>
      store.observe({ dir, msg: { jsonrpc: "2.0", id: 1, ...msg } });
    frame("sent", { method: "initialize", params: { protocolVersion: 2 } });
    frame("recv", { result: { protocolVersion: 2, info: { name: "newer", version: "2" } } });
    say("b");
    await persistence.flush();
    expect((await storage.read("session/s1"))?.journal).toHaveLength(1);
    const saved = await readSession(storage, "s1");
    expect(saved?.state).toMatchObject({ protocolVersion: 2, agent: { info: { name: "newer" } } });
    expect(await savedSessions(storage)).toMatchObject([{ agent: "newer" }]);
  });

  it("follows a catalog that a listing has replaced", async () => {
    const storage = memoryStorage();
    const { store, persistence } = savingStore(storage);
    const frame = (dir: "sent" | "recv", msg: object) =>
      store.observe({ dir, msg: { jsonrpc: "2.0", id: 1, ...msg } });
    store.openSession({ sessionId: "s1", cwd: "/w" });
    frame("sent", { method: "session/list", params: {} });
    frame("recv", {
      result: {
        sessions: [
          { sessionId: "s1", cwd: "/w", title: "Old" },
          { sessionId: "s2", cwd: "/w" },
        ],
      },
    });
    await persistence.flush();
    frame("sent", { method: "session/list", params: {} });
    frame("recv", { result: { sessions: [{ sessionId: "s1", cwd: "/w", title: "New" }] } });
    await persistence.flush();
    const saved = await readSession(storage, "s1");
    expect(saved?.state.catalog.get("s1")?.title).toBe("New");
    expect(await savedSessions(storage)).toMatchObject([{ sessionId: "s1", title: "New" }]);
  });

  it("never saves answers to forms, the connection, and more of the agent than its name", async () => {
    const storage = faultyStorage();
    const { store, persistence } = savingStore(storage);
    const connect = (dir: "sent" | "recv", msg: object) =>
      store.observe({ dir, msg: { jsonrpc: "2.0", id: 1, ...msg } });
    connect("sent", { method: "initialize", params: { protocolVersion: 1 } });
    const authMethods = [{ id: "key", name: "Key", type: "terminal", env: { KEY: "hunter2" } }];
    connect("recv", {
      result: { protocolVersion: 1, agentInfo: { name: "a", version: "1" }, authMethods },
    });
    const mcpServers = [{ name: "db", command: "db", args: ["hunter2"], env: [] }];
    connect("sent", { method: "session/new", params: { cwd: "/w", mcpServers } });
    connect("recv", { result: { sessionId: "s1" } });
    void store.requestElicitation(form);
    await persistence.flush();
    const [id = ""] = store.getState().pendingElicitations;
    store.respondToElicitation(id, { action: "accept", content: { token: "hunter2" } });
    await persistence.flush();
    const saved = await readSession(storage, "s1");
    expect(saved?.state.elicitations.get(id)).toMatchObject({ status: "accepted" });
    expect(saved?.state.pendingElicitations).toEqual([]);
    expect(saved?.state.agent).toEqual({ info: { name: "a", version: "1" } });
    void store.requestElicitation({ ...form, message: "Again?" });
    await persistence.flush();
    expect(JSON.stringify(storage.writes)).toContain("Again?");
    expect(JSON.stringify(storage.writes)).not.toContain("hunter2");
    expect(saved?.state.connection).toBeUndefined();
  });

  it("replaces a journal that is longer than the snapshot with a new snapshot when the turn ends", async () => {
    const storage = faultyStorage();
    const { store, persistence, say } = savingStore(storage);
    store.startTurn("s1", text("Go"));
    for (let count = 0; count < 12; count++) {
      say("x".repeat(10_000));
      await persistence.flush();
    }
    expect((await storage.read("session/s1"))?.journal).toHaveLength(11);
    store.endTurn("s1", { stopReason: "end_turn" });
    await persistence.flush();
    expect((await storage.read("session/s1"))?.journal).toEqual([]);
    const saved = await readSession(storage, "s1");
    expect(saved && selectMessages(saved.state, "s1")[1]?.content).toEqual(
      text("x".repeat(120_000)),
    );
  });

  it("compacts a very long journal during a turn", async () => {
    const storage = faultyStorage();
    const { store, persistence, say } = savingStore(storage);
    store.startTurn("s1", text("Go"));
    for (let count = 0; count < 30; count++) {
      say("x".repeat(10_000));
      await persistence.flush();
    }
    const snapshots = storage.writes.filter((write) => "snapshot" in write);
    expect(snapshots).toHaveLength(2);
  });

  it("writes a snapshot in place of very many unsaved patches", async () => {
    const storage = faultyStorage();
    const { store, persistence } = savingStore(storage);
    store.openSession({ sessionId: "s1" });
    await persistence.flush();
    for (let call = 0; call < 6000; call++)
      store.ingest({
        sessionId: "s1",
        update: { sessionUpdate: "tool_call", toolCallId: `c${call}`, title: "" },
      });
    await persistence.flush();
    expect(storage.writes.map((write) => "snapshot" in write)).toEqual([true, true]);
    expect((await readSession(storage, "s1"))?.state.sessions.get("s1")?.toolCalls.size).toBe(6000);
  });

  it("stops saving after stop", async () => {
    const storage = faultyStorage();
    const { persistence, say } = savingStore(storage);
    say("a");
    await persistence.stop();
    say("b");
    await persistence.flush();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await savedText(storage)).toBe("a");
  });
});

describe("a session that is closed or forgotten", () => {
  it("keeps its content when it is closed, and is marked as closed", async () => {
    const storage = memoryStorage();
    const { store, persistence, say } = savingStore(storage);
    say("kept");
    store.closeSession("s1");
    await persistence.flush();
    expect(await savedText(storage)).toBe("kept");
    expect(await savedSessions(storage)).toMatchObject([{ sessionId: "s1", closed: true }]);
  });

  it("is saved again when it is opened again", async () => {
    const storage = memoryStorage();
    const { store, persistence, say } = savingStore(storage);
    say("old");
    store.closeSession("s1");
    await persistence.flush();
    store.openSession({ sessionId: "s1" });
    say("new");
    await persistence.flush();
    expect(await savedText(storage)).toBe("new");
    expect((await savedSessions(storage))[0]?.closed).toBeUndefined();
  });

  it("is removed with its draft, and not saved again", async () => {
    const storage = memoryStorage();
    await storage.write({ id: "draft/s1", epoch: 1, snapshot: "" });
    const { persistence, say } = savingStore(storage);
    say("a");
    say("a", "s2");
    await persistence.flush();
    say("b");
    await persistence.remove("s1");
    say("c");
    await persistence.flush();
    expect(await storage.list()).toEqual(["session/s2"]);
  });

  it("is removed although its first write has begun", async () => {
    const storage = memoryStorage();
    let removed: Promise<void> | undefined;
    const { persistence, say } = savingStore({
      ...storage,
      read(id) {
        removed ??= persistence.remove("s1");
        return storage.read(id);
      },
    });
    say("a");
    await persistence.flush();
    await removed;
    expect(await storage.list()).toEqual([]);
  });

  it("is removed when the user deletes it at the agent", async () => {
    const storage = memoryStorage();
    const { store, persistence, say } = savingStore(storage);
    store.openSession({ sessionId: "s1" });
    say("a");
    await persistence.flush();
    const frame = (dir: "sent" | "recv", msg: object) =>
      store.observe({ dir, msg: { jsonrpc: "2.0", id: 1, ...msg } });
    frame("sent", { method: "session/delete", params: { sessionId: "s1" } });
    frame("recv", { result: {} });
    await persistence.flush();
    expect(await storage.list()).toEqual([]);
  });

  it("is removed after saving was stopped, too", async () => {
    const storage = memoryStorage();
    const { persistence, say } = savingStore(storage);
    say("a");
    await persistence.stop();
    await persistence.remove("s1");
    expect(await storage.list()).toEqual([]);
  });

  it("reports that it could not be removed, and removes it later", async () => {
    const storage = memoryStorage();
    let isBroken = true;
    const { persistence, say } = savingStore({
      ...storage,
      remove: (id) => (isBroken ? Promise.reject(new Error("locked")) : storage.remove(id)),
    });
    say("a");
    await persistence.flush();
    await expect(persistence.remove("s1")).rejects.toThrow("locked");
    isBroken = false;
    await persistence.flush();
    expect(await storage.list()).toEqual([]);
    expect(persistence.status).toBe("ok");
  });
});
