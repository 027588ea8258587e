import { type AcpStore, type CatalogEntry, selectMessages, serialize } from "@acp-store/core";
import {
  type AcpStorage,
  isAcpPersistError,
  memoryStorage,
  type PersistOptions,
} from "@acp-store/persist";
import { fileStorage } from "@acp-store/persist/node";
import { createGate } from "@acp-store/testing";
import fc from "fast-check";
import { mkdtempSync, readdirSync, rmSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { DOCUMENT_VERSION, encodeEntry, INITIAL_CHECKSUM, verifyDocument } from "../src/format.js";
import { savingStore, text } from "./support/savingStore.js";

const LONG_AGO = new Date(2026, 0, 1);
const OPTIONS = [{ optionId: "yes", name: "Yes", kind: "allow_once" as const }];

/** Saves the sessions of a new store in which `use` does something. */
async function save(
  storage: AcpStorage,
  use: (store: AcpStore) => void,
  options?: PersistOptions,
): Promise<AcpStore> {
  const { store, persistence } = savingStore(storage, options);
  use(store);
  await persistence.stop();
  return store;
}

/** Opens the sessions with one finished turn each. */
function finishTurns(...sessionIds: readonly string[]) {
  return (store: AcpStore): void => {
    for (const sessionId of sessionIds) {
      store.openSession({ sessionId, cwd: "/w" });
      store.startTurn(sessionId, text(`Go ${sessionId}`));
      store.endTurn(sessionId, { stopReason: "end_turn" });
    }
  };
}

/** Creates a store whose catalog has the saved sessions, as after a restart. */
async function listedStore(storage: AcpStorage, now?: () => number) {
  const saving = savingStore(storage, {}, now);
  const result = await saving.persistence.restoreCatalog();
  return {
    ...saving,
    result,
    entry: (sessionId: string) => saving.store.getState().catalog.get(sessionId),
    restored: () => [...saving.store.getState().sessions.keys()],
  };
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

describe("restoreCatalog", () => {
  it("lists sessions as they were saved, and restores their content on demand", async () => {
    const storage = memoryStorage();
    const before = await save(storage, (store) => {
      finishTurns("s1", "s2")(store);
      store.markSessionRead("s2");
    });
    const { store, persistence, result, entry, restored } = await listedStore(storage);
    expect(result).toMatchObject({ restored: [], truncated: [] });
    expect(entry("s1")).toEqual({ ...before.getState().catalog.get("s1"), saved: true });
    expect(entry("s1")).toMatchObject({ unread: true, firstPrompt: "Go s1" });
    expect(entry("s2")).not.toHaveProperty("unread");
    expect(restored()).toEqual([]);
    expect(await persistence.restoreSession("s2")).toBe(true);
    expect(restored()).toEqual(["s2"]);
    expect(entry("s2")).toEqual(before.getState().catalog.get("s2"));
    expect(selectMessages(store.getState(), "s2")).toHaveLength(1);
    expect(await persistence.restoreSession("unknown")).toBe(false);
  });

  it("restores sessions at once in which something was running, queued or pending", async () => {
    const storage = memoryStorage();
    await save(storage, (store) => {
      finishTurns("done", "asking", "filling")(store);
      store.openSession({ sessionId: "working" });
      store.startTurn("working", text("Go"));
      store.openSession({ sessionId: "queued" });
      store.queuePrompt("queued", text("Then"));
      const toolCall = { toolCallId: "c1", title: "Run" };
      void store.requestPermission({ sessionId: "asking", toolCall, options: OPTIONS });
      const form = { mode: "form", message: "Name?", requestedSchema: { type: "object" } };
      void store.requestElicitation({ sessionId: "filling", ...form });
    });
    const { result, entry, restored } = await listedStore(storage);
    expect(result.restored.toSorted()).toEqual(["asking", "filling", "queued", "working"]);
    expect(restored().toSorted()).toEqual(result.restored.toSorted());
    expect(entry("working")).toMatchObject({ unread: true, failure: { status: "interrupted" } });
    expect(entry("done")).toMatchObject({ saved: true });
  });

  it("leaves out closed sessions, and restores those without a catalog entry at once", async () => {
    const storage = memoryStorage();
    await save(storage, (store) => {
      finishTurns("closed")(store);
      store.closeSession("closed");
      store.ingest({ sessionId: "unlisted", update: { sessionUpdate: "plan", entries: [] } });
    });
    const { store, restored } = await listedStore(storage);
    expect(restored()).toEqual(["unlisted"]);
    expect([...store.getState().catalog.keys()]).toEqual([]);
  });

  it("restores a session together with its subagents", async () => {
    const storage = memoryStorage();
    await save(storage, (store) => {
      finishTurns("s1")(store);
      for (const [sessionId, child] of [
        ["s1", "child"],
        ["child", "grandchild"],
      ] as const)
        store.ingest({ sessionId, update: { sessionUpdate: "subagent_update", sessionId: child } });
    });
    const { persistence, restored } = await listedStore(storage);
    expect(restored()).toEqual([]);
    await persistence.restoreSession("s1");
    expect(restored().toSorted()).toEqual(["child", "grandchild", "s1"]);
  });

  it("restores documents at once that do not tell whether they can wait", async () => {
    const storage = memoryStorage();
    await save(storage, finishTurns("s1"));
    const stored = await storage.read("session/s1");
    const document = stored && verifyDocument(stored);
    if (stored === undefined || document === undefined)
      throw new Error("The session is not saved.");
    const { head, body } = document.snapshot;
    const { text: snapshot } = encodeEntry(
      { v: DOCUMENT_VERSION, seq: 0, info: head.info },
      body,
      INITIAL_CHECKSUM,
    );
    await storage.write({ id: "session/s1", epoch: stored.epoch + 1, snapshot });
    const { restored } = await listedStore(storage);
    expect(restored()).toEqual(["s1"]);
  });

  it("reports damaged sessions, and lists the others", async () => {
    const storage = memoryStorage();
    await save(storage, finishTurns("s1", "s2"));
    await storage.write({ id: "session/s1", epoch: Number.MAX_SAFE_INTEGER, snapshot: "damaged" });
    const { result, entry } = await listedStore(storage);
    expect(result.failed.get("s1")).toMatchObject({ reason: "corrupt" });
    expect(entry("s1")).toBeUndefined();
    expect(entry("s2")).toMatchObject({ saved: true });
  });

  it("rejects with the error of the storage, and can be tried again", async () => {
    const storage = memoryStorage();
    await save(storage, finishTurns("s1"));
    let isBroken = true;
    const flaky: AcpStorage = {
      ...storage,
      list: () => (isBroken ? Promise.reject(new Error("No access.")) : storage.list()),
    };
    const { store, persistence } = savingStore(flaky);
    await expect(persistence.restoreCatalog()).rejects.toThrow("No access.");
    isBroken = false;
    await persistence.restoreCatalog();
    await persistence.restoreCatalog();
    expect([...store.getState().catalog.keys()]).toEqual(["s1"]);
  });

  it("writes no secret of the first prompt or the title", async () => {
    const storage = memoryStorage();
    const redact = (value: string) => value.replaceAll("secret", "•");
    await save(
      storage,
      (store) => {
        store.openSession({ sessionId: "s1", cwd: "/w" });
        store.startTurn("s1", text("Use the secret"));
        store.endTurn("s1", { stopReason: "end_turn" });
      },
      { redact },
    );
    expect(JSON.stringify(await storage.read("session/s1"))).not.toContain("secret");
    const { entry } = await listedStore(storage);
    expect(entry("s1")?.firstPrompt).toBe("Use the •");
  });

  it("is completed by restore", async () => {
    const storage = memoryStorage();
    await save(storage, finishTurns("s1", "s2"));
    const { store, persistence, restored } = await listedStore(storage);
    await persistence.restoreSession("s1");
    expect((await persistence.restore()).restored).toEqual(["s2"]);
    expect(restored().toSorted()).toEqual(["s1", "s2"]);
    expect([...store.getState().catalog.values()].some(({ saved }) => saved)).toBe(false);
  });

  it("has the same catalog as restore, and then the same sessions", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(USE, { maxLength: 30 }), async (uses) => {
        const storage = memoryStorage();
        const now = () => 1000;
        const { store, persistence } = savingStore(storage, { debounceMs: 0 }, now);
        for (const { use, sessionId, waits } of uses) {
          use(store, sessionId);
          if (waits) await persistence.flush();
        }
        await persistence.stop();
        const whole = savingStore(storage, {}, now);
        await whole.persistence.restore();
        const { store: listed, persistence: listing } = await listedStore(storage, now);
        const withoutMark = ({ saved: _, ...entry }: CatalogEntry) => entry;
        const catalogOf = ({ getState }: AcpStore) =>
          Object.fromEntries(
            [...getState().catalog].map(([id, entry]) => [id, withoutMark(entry)]),
          );
        expect(catalogOf(listed)).toEqual(catalogOf(whole.store));
        for (const id of listed.getState().catalog.keys()) await listing.restoreSession(id);
        const sessionsOf = (of: AcpStore) =>
          new Map(serialize(of.getState()).state["sessions"] as [string, unknown][]);
        expect(sessionsOf(listed)).toEqual(sessionsOf(whole.store));
      }),
      { numRuns: 100 },
    );
  });
});

/** Something that a user or an agent does with a session. */
const USE = fc.record({
  use: fc.constantFrom<(store: AcpStore, sessionId: string) => void>(
    (store, sessionId) => store.openSession({ sessionId, cwd: "/w" }),
    (store, sessionId) => store.startTurn(sessionId, text("Go")),
    (store, sessionId) => store.endTurn(sessionId, { stopReason: "end_turn" }),
    (store, sessionId) => store.endTurn(sessionId, { error: { code: 1, message: "Failed." } }),
    (store, sessionId) => store.markSessionRead(sessionId),
    (store, sessionId) => store.closeSession(sessionId),
    (store, sessionId) =>
      store.ingest({ sessionId, update: { sessionUpdate: "session_info_update", title: "Title" } }),
    (store, sessionId) => {
      if (!store.getState().sessions.has(sessionId)) return;
      const toolCall = { toolCallId: "c1", title: "Run" };
      void store.requestPermission({ sessionId, toolCall, options: OPTIONS });
    },
    (store, sessionId) =>
      store.ingest({
        sessionId,
        update: { sessionUpdate: "subagent_update", sessionId: `${sessionId}-child` },
      }),
  ),
  sessionId: fc.constantFrom("a", "b", "c"),
  waits: fc.boolean(),
});

describe("a saved session without content", () => {
  it("is read once for several calls", async () => {
    const { storage, reads } = counted(memoryStorage());
    await save(storage, finishTurns("s1"));
    const { persistence, store } = await listedStore(storage);
    reads.length = 0;
    const results = await Promise.all([1, 2, 3].map(() => persistence.restoreSession("s1")));
    expect(results).toEqual([true, true, true]);
    expect(reads).toEqual(["session/s1"]);
    expect(selectMessages(store.getState(), "s1")).toHaveLength(1);
  });

  it("saves that it was read or renamed", async () => {
    const storage = memoryStorage();
    await save(storage, finishTurns("s1", "s2"));
    const first = await listedStore(storage);
    const request = (method: string, params: object): void => {
      first.store.observe({ dir: "sent", msg: { jsonrpc: "2.0", id: method, method, params } });
      first.store.observe({
        dir: "recv",
        msg: { jsonrpc: "2.0", id: method, result: { title: "New" } },
      });
    };
    first.store.markSessionRead("s1");
    request("session/set_title", { sessionId: "s2", title: "New" });
    await first.persistence.stop();
    const second = await listedStore(storage);
    expect(second.entry("s1")).toMatchObject({ saved: true });
    expect(second.entry("s1")).not.toHaveProperty("unread");
    expect(second.entry("s2")).toMatchObject({ saved: true, title: "New" });
  });

  it("is removed with its subagents, even while it is being read", async () => {
    const memory = memoryStorage();
    await save(memory, (store) => {
      finishTurns("s1")(store);
      store.ingest({
        sessionId: "s1",
        update: { sessionUpdate: "subagent_update", sessionId: "child" },
      });
    });
    const gate = createGate();
    let isHeld = false;
    const storage: AcpStorage = {
      ...memory,
      async read(id) {
        if (isHeld && id === "session/s1") await gate.pass();
        return memory.read(id);
      },
    };
    const { store, persistence, restored } = await listedStore(storage);
    isHeld = true;
    const restoring = persistence.restoreSession("s1");
    await gate.reached;
    const request = { method: "session/delete", params: { sessionId: "s1" } };
    store.observe({ dir: "sent", msg: { jsonrpc: "2.0", id: 1, ...request } });
    store.observe({ dir: "recv", msg: { jsonrpc: "2.0", id: 1, result: {} } });
    gate.open();
    expect(await restoring).toBe(false);
    await persistence.flush();
    expect(restored()).toEqual([]);
    expect(store.getState().catalog.size).toBe(0);
    expect((await memory.list()).filter((id) => id.startsWith("session/"))).toEqual([]);
  });

  it("keeps the content of an agent that has loaded it meanwhile", async () => {
    const storage = memoryStorage();
    await save(storage, finishTurns("s1"));
    const { store, persistence, entry } = await listedStore(storage);
    const restoring = persistence.restoreSession("s1");
    store.openSession({ sessionId: "s1", cwd: "/w" });
    expect(await restoring).toBe(true);
    expect(store.getState().sessions.get("s1")).not.toHaveProperty("restored");
    expect(entry("s1")).not.toHaveProperty("saved");
  });

  it("rejects if it can no longer be read, and stays listed", async () => {
    const storage = memoryStorage();
    await save(storage, finishTurns("s1"));
    const { persistence, entry } = await listedStore(storage);
    await storage.write({ id: "session/s1", epoch: Number.MAX_SAFE_INTEGER, snapshot: "damaged" });
    const error = await persistence.restoreSession("s1").catch((caught: unknown) => caught);
    expect(isAcpPersistError(error) && error.reason).toBe("corrupt");
    expect(entry("s1")).toMatchObject({ saved: true });
  });
});

it("reads one document to list 1,000 sessions of 75 kB, and one more for each that is shown", async () => {
  const dir = mkdtempSync(join(tmpdir(), "acp-store-catalog-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const files = (): AcpStorage => fileStorage(dir, { fsync: false });
  const content = text("x".repeat(75_000));
  for (let start = 0; start < 1000; start += 100)
    await save(files(), (store) => {
      for (let index = start; index < start + 100; index++) {
        const sessionId = `s${index}`;
        store.openSession({ sessionId, cwd: "/w" });
        store.startTurn(sessionId, content);
        store.endTurn(sessionId, { stopReason: "end_turn" });
      }
    });
  for (const name of readdirSync(dir, { recursive: true, encoding: "utf8" }))
    if (name.endsWith(".log")) utimesSync(join(dir, name), LONG_AGO, LONG_AGO);
  const first = await listedStore(files());
  expect(first.store.getState().catalog.size).toBe(1000);
  const { storage, reads } = counted(files());
  const { store, persistence, restored } = await listedStore(storage);
  expect(store.getState().catalog.size).toBe(1000);
  expect(reads).toEqual(["index/sessions"]);
  expect(restored()).toEqual([]);
  await persistence.restoreSession("s500");
  expect(reads).toEqual(["index/sessions", "session/s500"]);
  expect(restored()).toEqual(["s500"]);
});
