import {
  type AcpState,
  type AcpStore,
  createAcpStore,
  deserialize,
  selectMessages,
  selectTurn,
} from "@acp-store/core";
import {
  type AcpStorage,
  isAcpPersistError,
  memoryStorage,
  persistSessions,
  readSession,
  savedSessions,
} from "@acp-store/persist";
import { readFileSync } from "node:fs";
import { describe, expect, it, vi } from "vitest";
import { DOCUMENT_VERSION, encodeEntry, INITIAL_CHECKSUM } from "../src/format.js";
import { faultyStorage } from "./support/faultyStorage.js";
import { reloadedStore, savingStore, text } from "./support/savingStore.js";
import { unfold } from "./support/unfold.js";

const newer = encodeEntry(
  { v: DOCUMENT_VERSION + 1, seq: 0, info: { updatedAt: 9, title: "Newer" } },
  "?",
  INITIAL_CHECKSUM,
);

const messagesOf = (store: AcpStore) =>
  selectMessages(store.getState(), "s1").flatMap(({ content }) => content);

interface FormatFixture {
  readonly id: string;
  readonly snapshot: string;
  readonly journal: readonly string[];
  readonly expected?: unknown;
}

const readFixture = (name: string) =>
  JSON.parse(
    readFileSync(new URL(`fixtures/formats/${name}`, import.meta.url), "utf8"),
  ) as FormatFixture;

/** Returns a storage with the document of a fixture. */
async function storageWithFixture(name: string): Promise<AcpStorage> {
  const { id, snapshot, journal } = readFixture(name);
  const storage = memoryStorage();
  await storage.write({ id, epoch: 1, snapshot });
  for (const append of journal) await storage.write({ id, epoch: 1, append });
  return storage;
}

describe("savedSessions", () => {
  it("lists the sessions with the newest change first, with facts about each", async () => {
    let clock = 0;
    const storage = memoryStorage();
    const store = createAcpStore({ scheduler: "sync", now: () => ++clock });
    const persistence = persistSessions(store, storage);
    store.openSession({ sessionId: "old", cwd: "/old" });
    store.openSession({ sessionId: "new", cwd: "/new" });
    store.ingest({
      sessionId: "new",
      update: { sessionUpdate: "session_info_update", title: "New one" },
    });
    await persistence.flush();
    store.ingest({
      sessionId: "old",
      update: { sessionUpdate: "session_info_update", title: "Touched" },
    });
    await persistence.stop();
    expect(await savedSessions(storage)).toEqual([
      { sessionId: "old", status: "complete", cwd: "/old", title: "Touched", updatedAt: clock },
      { sessionId: "new", status: "complete", cwd: "/new", title: "New one", updatedAt: clock - 1 },
    ]);
  });

  it("lists sessions that cannot be read, and nothing but sessions", async () => {
    const storage = memoryStorage();
    await storage.write({ id: "session/damaged", epoch: 1, snapshot: "?" });
    await storage.write({ id: "session/newer", epoch: 1, snapshot: newer.text });
    await storage.write({ id: "draft/s1", epoch: 1, snapshot: "?" });
    await storage.write({ id: "other", epoch: 1, snapshot: "?" });
    expect(await savedSessions(storage)).toEqual([
      { sessionId: "newer", status: "unknown_version", title: "Newer", updatedAt: 9 },
      { sessionId: "damaged", status: "corrupt" },
    ]);
  });

  it("skips a session that is removed while it is listed", async () => {
    const storage = { ...memoryStorage(), list: async () => ["session/gone"] };
    expect(await savedSessions(storage)).toEqual([]);
  });
});

describe("readSession", () => {
  it("returns undefined for a session that is not saved", async () => {
    expect(await readSession(memoryStorage(), "s1")).toBeUndefined();
  });

  it.each([
    ["?", "corrupt"],
    [newer.text, "unknown_version"],
  ])("throws and keeps the document: %s", async (snapshot, reason) => {
    const storage = memoryStorage();
    await storage.write({ id: "session/s1", epoch: 1, snapshot });
    const error: unknown = await readSession(storage, "s1").catch((caught: unknown) => caught);
    expect(error).toSatisfy(isAcpPersistError);
    expect(error).toMatchObject({ reason, sessionId: "s1" });
    expect((await storage.read("session/s1"))?.snapshot).toBe(snapshot);
  });

  it.each(["v1", "v2"])("reads a document of format %s", async (version) => {
    const storage = await storageWithFixture(`${version}/session.json`);
    const { expected } = readFixture(`${version}/session.json`);
    const [saved] = await savedSessions(storage);
    expect(saved?.status).toBe("complete");
    const read = await readSession(storage, saved?.sessionId ?? "");
    // The expected session is in the format of its document.
    const session = unfold(deserialize(expected), saved?.sessionId ?? "");
    expect(read && unfold(read.state, saved?.sessionId ?? "")).toEqual(session);
  });

  it("derives the phases of tool calls that a document of format v1 lacks", async () => {
    const storage = await storageWithFixture("v1/toolCalls.json");
    const read = await readSession(storage, "s1");
    const phases = (state: AcpState | undefined) =>
      [...(state?.sessions.get("s1")?.toolCalls.values() ?? [])].map(
        ({ toolCallId, phase }) => `${toolCallId}: ${phase}`,
      );
    expect(phases(read?.state)).toEqual([
      "left: unfinished",
      "done-later: completed",
      "rejected: rejected",
      "allowed: unfinished",
      "refused: rejected",
      "left-too: running",
      "running: running",
      "asking: awaiting_permission",
    ]);
    const { store } = await reloadedStore(storage);
    expect(phases(store.getState())).toEqual([
      "left: unfinished",
      "done-later: completed",
      "rejected: rejected",
      "allowed: unfinished",
      "refused: rejected",
      "left-too: unfinished",
      "running: unfinished",
      "asking: unfinished",
    ]);
  });
});

describe("restore", () => {
  it("restores transcript, queue and settings, and ends what was running", async () => {
    const storage = memoryStorage();
    const before = savingStore(storage);
    before.store.openSession({ sessionId: "s1", cwd: "/w" });
    before.store.startTurn("s1", text("Fix it"));
    before.say("Working");
    void before.store.requestPermission({
      sessionId: "s1",
      toolCall: { toolCallId: "c1" },
      options: [{ optionId: "yes", name: "Yes", kind: "allow_once" }],
    });
    before.store.queuePrompt("s1", text("And then"));
    await before.persistence.flush();
    const { store, result } = await reloadedStore(storage);
    expect(result).toEqual({ restored: ["s1"], truncated: [], failed: new Map() });
    expect(messagesOf(store)).toEqual([...text("Fix it"), ...text("Working")]);
    expect(selectTurn(store.getState(), "s1")?.status).toBe("interrupted");
    const session = store.getState().sessions.get("s1");
    expect(session).toMatchObject({
      cwd: "/w",
      restored: true,
      queueHeld: true,
      pendingPermissions: [],
    });
    expect(session?.queue).toMatchObject([{ prompt: text("And then") }]);
  });

  it("leaves closed sessions out, and reports those that cannot be read", async () => {
    const storage = faultyStorage();
    const { store: before, persistence, say } = savingStore(storage);
    for (const sessionId of ["closed", "s1", "damaged"]) say("a", sessionId);
    await persistence.flush();
    say("b");
    before.closeSession("closed");
    await persistence.flush();
    await storage.damage("session/damaged", () => ({ snapshot: "?" }));
    await storage.damage("session/s1", () => ({ journal: ["?"] }));
    const { store, result } = await reloadedStore(storage);
    expect([...store.getState().sessions.keys()]).toEqual(["s1"]);
    expect(messagesOf(store)).toEqual(text("a"));
    expect(result).toMatchObject({ restored: ["s1"], truncated: ["s1"] });
    expect(result.failed.get("damaged")?.reason).toBe("corrupt");
  });

  it("keeps a session that the store has already", async () => {
    const storage = memoryStorage();
    const before = savingStore(storage);
    before.say("saved");
    await before.persistence.stop();
    const { store, persistence, say } = savingStore(storage);
    say("newer");
    expect((await persistence.restore()).restored).toEqual([]);
    expect(messagesOf(store)).toEqual(text("newer"));
  });

  it("does not write a restored session before something happens in it", async () => {
    const storage = faultyStorage();
    const before = savingStore(storage);
    before.say("a");
    before.say("a", "s2");
    await before.persistence.stop();
    const count = storage.writes.length;
    const { store, persistence } = await reloadedStore(storage);
    const list = (dir: "sent" | "recv", msg: object) =>
      store.observe({ dir, msg: { jsonrpc: "2.0", id: 1, ...msg } });
    list("sent", { method: "session/list", params: {} });
    list("recv", { result: { sessions: [{ sessionId: "s1", cwd: "/w", title: "Listed" }] } });
    await persistence.flush();
    expect(store.getState().catalog.get("s1")?.title).toBe("Listed");
    expect(storage.writes).toHaveLength(count);
    store.openSession({ sessionId: "s1" });
    await persistence.stop();
    expect(storage.writes.slice(count).map(({ id }) => id)).toEqual(["session/s1"]);
  });

  it("does not write a session that the application has read from the same storage", async () => {
    const storage = faultyStorage();
    const before = savingStore(storage);
    before.say("a");
    await before.persistence.stop();
    const count = storage.writes.length;
    const { store, persistence } = savingStore(storage);
    const saved = await readSession(storage, "s1");
    if (saved !== undefined) store.restoreSession(saved.state);
    await persistence.flush();
    expect(storage.writes).toHaveLength(count);
  });

  it("reads the storage once, however often it is called", async () => {
    const storage = memoryStorage();
    const before = savingStore(storage);
    for (const sessionId of ["s1", "s2"]) before.say("a", sessionId);
    await before.persistence.stop();
    const list = vi.spyOn(storage, "list");
    const { persistence, result } = await reloadedStore(storage);
    expect(await persistence.restore()).toBe(result);
    await persistence.flush();
    expect(list).toHaveBeenCalledTimes(1);
  });

  it("rejects if the storage cannot be read, and tries again with the next call", async () => {
    const storage = memoryStorage();
    const before = savingStore(storage);
    before.say("a");
    await before.persistence.stop();
    vi.spyOn(storage, "list").mockRejectedValueOnce(new Error("The disk is gone."));
    const { store, persistence } = savingStore(storage);
    await expect(persistence.restore()).rejects.toThrow("The disk is gone.");
    expect((await persistence.restore()).restored).toEqual(["s1"]);
    expect(messagesOf(store)).toEqual(text("a"));
  });

  it("saves a session that was restored from elsewhere", async () => {
    const elsewhere = memoryStorage();
    const before = savingStore(elsewhere);
    before.say("a");
    await before.persistence.stop();
    const storage = memoryStorage();
    const { store, persistence } = savingStore(storage);
    const saved = await readSession(elsewhere, "s1");
    if (saved !== undefined) store.restoreSession(saved.state);
    await persistence.flush();
    expect(await storage.list()).toEqual(["session/s1"]);
  });

  it("marks a restored session as closed when the user closes it", async () => {
    const storage = memoryStorage();
    const before = savingStore(storage);
    before.say("kept");
    await before.persistence.stop();
    const { store, persistence } = await reloadedStore(storage);
    store.closeSession("s1");
    await persistence.stop();
    expect(await savedSessions(storage)).toMatchObject([{ sessionId: "s1", closed: true }]);
    const saved = await readSession(storage, "s1");
    expect(saved && selectMessages(saved.state, "s1")).toHaveLength(1);
    expect((await reloadedStore(storage)).result.restored).toEqual([]);
  });
});

describe("a session that the agent loads", () => {
  const chunk = (value: string) => ({
    sessionId: "s1",
    update: { sessionUpdate: "agent_message_chunk", messageId: "m", content: text(value)[0] },
  });

  /** Returns a storage with session "s1", and a new store that is saved. */
  async function setUp({ isRestored }: { readonly isRestored: boolean }) {
    const storage = faultyStorage();
    const before = savingStore(storage);
    before.say("saved");
    await before.persistence.stop();
    const after = savingStore(storage);
    if (isRestored) await after.persistence.restore();
    const observe = (dir: "sent" | "recv", msg: object) =>
      after.store.observe({ dir, msg: { jsonrpc: "2.0", id: 1, ...msg } });
    const savedContent = async () => {
      await after.persistence.flush();
      const saved = await readSession(storage, "s1");
      return saved && selectMessages(saved.state, "s1").flatMap(({ content }) => content);
    };
    return { ...after, storage, observe, savedContent };
  }
  const load = { method: "session/load", params: { sessionId: "s1", cwd: "/w", mcpServers: [] } };

  it("keeps its saved transcript, and saves what a replay adds", async () => {
    const { store, observe, savedContent } = await setUp({ isRestored: true });
    observe("sent", load);
    store.ingest(chunk("rep"));
    expect(await savedContent()).toEqual([...text("saved"), ...text("rep")]);
    store.ingest(chunk("layed"));
    observe("recv", { result: {} });
    expect(await savedContent()).toEqual([...text("saved"), ...text("replayed")]);
  });

  it("keeps its saved transcript until another one that replaces it is complete", async () => {
    const { store, observe, savedContent } = await setUp({ isRestored: false });
    store.ingest(chunk("live"));
    expect(await savedContent()).toEqual(text("live"));
    observe("sent", load);
    store.ingest(chunk("rep"));
    expect(await savedContent()).toEqual(text("live"));
    observe("recv", { result: {} });
    expect(await savedContent()).toEqual(text("rep"));
  });

  it.each([
    ["before the agent answers", undefined],
    ["and the agent refuses", { error: { code: -32000, message: "no" } }],
  ])("saves a prompt that is queued during the load, %s", async (_, answer) => {
    const { store, storage, observe } = await setUp({ isRestored: true });
    observe("sent", load);
    store.ingest(chunk("rep"));
    store.queuePrompt("s1", text("Next"));
    if (answer !== undefined) observe("recv", answer);
    await vi.waitFor(async () => {
      const reloaded = (await reloadedStore(storage)).store;
      const queue = reloaded.getState().sessions.get("s1")?.queue ?? [];
      expect(queue.map(({ prompt }) => prompt)).toEqual([text("Next")]);
      expect(messagesOf(reloaded)).toEqual([...text("saved"), ...text("rep")]);
    });
  });

  it.each([true, false])(
    "keeps its saved transcript if the agent refuses (restored before: %s)",
    async (isRestored) => {
      const { store, observe, savedContent } = await setUp({ isRestored });
      observe("sent", load);
      store.ingest(chunk("rep"));
      observe("recv", { error: { code: -32000, message: "no" } });
      const added = isRestored ? text("rep") : [];
      expect(await savedContent()).toEqual([...text("saved"), ...added]);
    },
  );

  it("writes what has changed before the load", async () => {
    const { store, observe, savedContent } = await setUp({ isRestored: false });
    store.ingest(chunk("live"));
    await savedContent();
    store.ingest(chunk(" and more"));
    observe("sent", load);
    store.ingest(chunk("rep"));
    expect(await savedContent()).toEqual(text("live and more"));
    observe("recv", { error: { code: -32000, message: "no" } });
    expect(await savedContent()).toEqual(text("live and more"));
    store.queuePrompt("s1", text("Next"));
    const [content] = (await savedContent()) ?? [];
    expect(content).toEqual(text("rep")[0]);
  });

  it("keeps its saved transcript if the connection is lost", async () => {
    const { store, observe, savedContent } = await setUp({ isRestored: true });
    observe("sent", load);
    store.ingest(chunk("rep"));
    store.disconnect("gone");
    expect(await savedContent()).toEqual([...text("saved"), ...text("rep")]);
  });
});

describe("a document with thousands of levels", () => {
  const deep = `${"[".repeat(5000)}${"]".repeat(5000)}`;

  async function saved() {
    const storage = memoryStorage();
    const store = createAcpStore({ scheduler: "sync" });
    const persistence = persistSessions(store, storage);
    store.openSession({ sessionId: "s1", cwd: "/w" });
    await persistence.stop();
    const document = await storage.read("session/s1");
    return { storage, snapshot: document?.snapshot ?? "", epoch: document?.epoch ?? 0 };
  }

  it("is damaged if they are in its snapshot", async () => {
    const { storage, epoch } = await saved();
    const { text: snapshot } = encodeEntry(
      { v: 1, seq: 0, info: { updatedAt: 1 } },
      `{"format":"acp-store","version":1,"state":{"later":${deep}}}`,
      INITIAL_CHECKSUM,
    );
    await storage.write({ id: "session/s1", epoch, snapshot });
    await expect(readSession(storage, "s1")).rejects.toMatchObject({ reason: "corrupt" });
  });

  it("is damaged if they are in its journal", async () => {
    const { storage, snapshot, epoch } = await saved();
    const body = `[{"op":"add","path":["sessions","s1","_meta"],"value":${deep}}]`;
    const { text: append } = encodeEntry(
      { seq: 1, info: { updatedAt: 1 } },
      body,
      Number.parseInt(snapshot.slice(0, 8), 16),
    );
    await storage.write({ id: "session/s1", epoch, append });
    await expect(readSession(storage, "s1")).rejects.toMatchObject({ reason: "corrupt" });
  });
});
