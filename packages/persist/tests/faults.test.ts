import { createAcpStore } from "@acp-store/core";
import {
  isAcpPersistError,
  isStorageFullError,
  isSupersededError,
  memoryStorage,
  persistSessions,
  readSession,
} from "@acp-store/persist";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { nextUncaughtError } from "../../../tests/support/nextUncaughtError.js";
import { DOCUMENT_VERSION, encodeEntry, INITIAL_CHECKSUM } from "../src/format.js";
import { type Fault, faultyStorage } from "./support/faultyStorage.js";
import { savingStore } from "./support/savingStore.js";
import { unfold, withoutUnsavedParts } from "./support/unfold.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("a write that fails", () => {
  it.each<[Fault, string]>([
    ["rejected", "failing"],
    ["unacknowledged", "failing"],
    ["full", "full"],
  ])("is followed by a whole snapshot: %s", async (fault, status) => {
    const storage = faultyStorage();
    const { persistence, store, say } = savingStore(storage);
    say("a");
    await persistence.flush();
    storage.fault = fault;
    say("b");
    await persistence.flush();
    expect(persistence.status).toBe(status);
    expect(persistence.sessionStatus("s1")).toMatchObject({ status, lastSavedAt: Date.now() });
    say("c");
    storage.fault = undefined;
    await persistence.flush();
    expect(persistence.status).toBe("ok");
    expect(storage.writes.map((write) => "snapshot" in write)).toEqual([true, false, true]);
    const saved = await readSession(storage, "s1");
    expect(saved && unfold(saved.state, "s1")).toEqual(
      unfold(withoutUnsavedParts(store.getState()), "s1"),
    );
  });

  it("is tried again with growing delays, not with each change", async () => {
    const storage = faultyStorage();
    const { persistence, say } = savingStore(storage, { debounceMs: 100 });
    storage.fault = "rejected";
    const times: number[] = [];
    const start = Date.now();
    for (let second = 0; second < 160; second++) {
      say("x");
      const before = storage.writes.length;
      await vi.advanceTimersByTimeAsync(100);
      if (storage.writes.length > before) times.push(Math.round((Date.now() - start) / 1000));
    }
    expect(times).toEqual([0, 1, 3, 7, 15]);
    expect(persistence.sessionStatus("s1")?.error).toMatchObject({ message: "The disk is gone." });
    storage.fault = undefined;
    await vi.advanceTimersByTimeAsync(16_000);
    expect(persistence.status).toBe("ok");
  });

  it("also waits when the document cannot be read before the first write", async () => {
    const storage = memoryStorage();
    let isBroken = true;
    const { persistence, say } = savingStore({
      ...storage,
      read: (id) => (isBroken ? Promise.reject(new Error("locked")) : storage.read(id)),
    });
    say("a");
    await persistence.flush();
    expect(persistence.status).toBe("failing");
    isBroken = false;
    await vi.advanceTimersByTimeAsync(1000);
    expect(persistence.status).toBe("ok");
    expect(await storage.list()).toEqual(["session/s1"]);
  });

  it("is tried again if the storage is full and a session is removed, or after a while", async () => {
    const storage = faultyStorage();
    const { persistence, say } = savingStore(storage);
    say("a", "old");
    await persistence.flush();
    storage.fault = "full";
    say("a");
    await persistence.flush();
    expect(persistence.sessionStatus("s1")?.error).toSatisfy(isStorageFullError);
    expect(persistence.sessionStatus("old")?.status).toBe("ok");
    storage.fault = undefined;
    await persistence.remove("old");
    await vi.advanceTimersByTimeAsync(0);
    expect(persistence.status).toBe("ok");
    storage.fault = "full";
    say("b");
    await persistence.flush();
    storage.fault = undefined;
    await vi.advanceTimersByTimeAsync(30_000);
    expect(persistence.status).toBe("ok");
    expect(await storage.list()).toEqual(["session/s1"]);
  });

  it("loses nothing in any order of faults", async () => {
    const step = fc.constantFrom<Fault | "say" | "flush">(
      "say",
      "flush",
      "rejected",
      "unacknowledged",
      "full",
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        const storage = faultyStorage();
        const store = createAcpStore({ scheduler: "sync" });
        const persistence = persistSessions(store, storage);
        for (const [index, action] of steps.entries()) {
          const content = { type: "text", text: String(index) };
          if (action === "say")
            store.ingest({
              sessionId: "s1",
              update: { sessionUpdate: "agent_message_chunk", content },
            });
          else {
            storage.fault = action === "flush" ? undefined : action;
            await persistence.flush();
          }
        }
        storage.fault = undefined;
        await persistence.stop();
        const saved = await readSession(storage, "s1");
        const state = store.getState();
        expect(saved && unfold(saved.state, "s1")).toEqual(
          state.sessions.has("s1") ? unfold(state, "s1") : undefined,
        );
      }),
    );
  });
});

describe("a storage with two writers", () => {
  it("stops the older writer for the session that the newer one writes, and for no other", async () => {
    const storage = memoryStorage();
    const first = savingStore(storage);
    first.say("a");
    first.say("other", "s2");
    await first.persistence.flush();
    await vi.advanceTimersByTimeAsync(5);
    const second = savingStore(storage);
    second.say("newer");
    await second.persistence.flush();
    first.say("b");
    first.say("more", "s2");
    await first.persistence.flush();
    expect(first.persistence.status).toBe("superseded");
    expect(first.persistence.sessionStatus("s1")?.error).toSatisfy(isSupersededError);
    expect(first.persistence.sessionStatus("s2")?.status).toBe("ok");
    expect(second.persistence.status).toBe("ok");
    first.say("c");
    second.say("!");
    await Promise.all([first.persistence.flush(), second.persistence.flush()]);
    const saved = await readSession(storage, "s1");
    expect(saved && unfold(saved.state, "s1")).toEqual(unfold(second.store.getState(), "s1"));
  });

  it("never mixes two writers in a document, even if they start at once", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.boolean(), { minLength: 2, maxLength: 20 }), async (turns) => {
        const storage = memoryStorage();
        const stores = [
          createAcpStore({ scheduler: "sync" }),
          createAcpStore({ scheduler: "sync" }),
        ];
        const writers = stores.map((store) => persistSessions(store, storage));
        for (const [index, isFirst] of turns.entries()) {
          const content = { type: "text", text: String(index) };
          const update = { sessionUpdate: "agent_message_chunk", content };
          stores[isFirst ? 0 : 1]?.ingest({ sessionId: "s1", update });
          // Both flush without waiting for the other.
          if (index % 3 === 0) await Promise.all(writers.map((writer) => writer.flush()));
        }
        await Promise.all(writers.map((writer) => writer.stop()));
        const saved = await readSession(storage, "s1");
        expect(saved?.truncatedRecords).toBeUndefined();
        const states = stores.flatMap((store) => {
          const state = store.getState();
          return state.sessions.has("s1") ? [unfold(state, "s1")] : [];
        });
        expect(states).toContainEqual(saved && unfold(saved.state, "s1"));
      }),
      { numRuns: 50 },
    );
  });

  it("takes over from a writer whose clock was ahead", async () => {
    const storage = memoryStorage();
    const epoch = (Date.now() + 1e9) * 2048;
    await storage.write({ id: "session/s1", epoch, snapshot: "?" });
    const { persistence, say } = savingStore(storage);
    say("a");
    await persistence.flush();
    expect(persistence.status).toBe("ok");
    expect((await storage.read("session/s1"))?.epoch).toBeGreaterThan(epoch);
  });
});

describe("a session that a newer release has saved", () => {
  const newer = encodeEntry(
    { v: DOCUMENT_VERSION + 1, seq: 0, info: { updatedAt: 5, title: "Newer" } },
    "?",
    INITIAL_CHECKSUM,
  );

  it("is never overwritten, and reported", async () => {
    const storage = memoryStorage();
    await storage.write({ id: "session/s1", epoch: 1, snapshot: newer.text });
    const { persistence, say } = savingStore(storage);
    say("a");
    say("b", "s2");
    await persistence.flush();
    say("c");
    await persistence.flush();
    await vi.advanceTimersByTimeAsync(100_000);
    expect(persistence.sessionStatus("s1")?.error).toSatisfy(isAcpPersistError);
    expect(persistence.status).toBe("unknown_version");
    expect(persistence.sessionStatus("s2")?.status).toBe("ok");
    expect((await storage.read("session/s1"))?.snapshot).toBe(newer.text);
  });

  it("can be removed", async () => {
    const storage = memoryStorage();
    await storage.write({ id: "session/s1", epoch: 1, snapshot: newer.text });
    const { persistence, say } = savingStore(storage);
    say("a");
    await persistence.flush();
    await persistence.remove("s1");
    expect(await storage.list()).toEqual([]);
    expect(persistence.status).toBe("ok");
  });
});

it("reports the status to listeners until they are removed", async () => {
  const storage = faultyStorage();
  const { persistence, say } = savingStore(storage);
  const statuses: string[] = [];
  const remove = persistence.onStatus(() => statuses.push(persistence.status));
  expect(persistence.lastSavedAt).toBeUndefined();
  say("a");
  await persistence.flush();
  expect(persistence.lastSavedAt).toBe(Date.now());
  storage.fault = "rejected";
  say("b");
  await persistence.flush();
  remove();
  storage.fault = undefined;
  await persistence.flush();
  expect(statuses).toEqual(["ok", "failing"]);
  expect(persistence.sessionStatus("unknown")).toBeUndefined();
});

it("counts a write as successful although a listener throws", async () => {
  const storage = faultyStorage();
  const { persistence, say } = savingStore(storage);
  const reported = nextUncaughtError();
  const remove = persistence.onStatus(() => {
    throw new Error("listener");
  });
  say("a");
  await persistence.flush();
  remove();
  expect(await reported).toMatchObject({ message: "listener" });
  expect(persistence.status).toBe("ok");
});
