import { readSession, SupersededError } from "@acp-store/persist";
import { idbStorage } from "@acp-store/persist/idb";
import { deleteDB, openDB } from "idb";
import { expect, it, onTestFinished, vi } from "vitest";
import {
  type PersistentPlace,
  testConcurrentStorages,
  testPersistentStorage,
} from "../tests/adapters/persistentContract.js";
import { testStorage } from "../tests/adapters/storageContract.js";
import { savingStore } from "../tests/support/savingStore.js";
import { beforeCalls } from "./support/beforeCalls.js";

const METHODS = ["get", "getKey", "getAll", "getAllKeys", "put", "delete"] as const;
const TABLES = ["documents", "texts"];
let databases = 0;

function createName(): string {
  const name = `test ${databases++}`;
  onTestFinished(() => deleteDB(name));
  return name;
}

function placeIn(name: string): PersistentPlace {
  let requests = 0;
  beforeCalls(IDBObjectStore.prototype, METHODS, () => requests++);
  return {
    open: () => idbStorage(name),
    async copy() {
      const copiedName = createName();
      const from = await openDB(name);
      const to = await openDB(copiedName, from.version, {
        upgrade: (database) => void TABLES.map((table) => database.createObjectStore(table)),
      });
      for (const table of TABLES)
        for (const key of await from.getAllKeys(table))
          await to.put(table, await from.get(table, key), key);
      from.close();
      to.close();
      return placeIn(copiedName);
    },
    async addForeignContent() {
      const other = await openDB(createName(), 3, {
        upgrade: (database) => void database.createObjectStore("documents"),
      });
      await other.put("documents", "foreign", "s1");
      other.close();
    },
    work: () => requests,
  };
}

const createPlace = async () => placeIn(createName());

testStorage(createPlace);
testPersistentStorage(createPlace);
testConcurrentStorages(createPlace);

it("lets another tab delete the database, and starts again with an empty one", async () => {
  const name = createName();
  const storage = idbStorage(name);
  await storage.write({ id: "s1", epoch: 1, snapshot: "a" });
  const blocked = vi.fn<() => void>();
  await deleteDB(name, { blocked });
  expect(blocked).not.toHaveBeenCalled();
  expect(await storage.list()).toEqual([]);
  await storage.write({ id: "s1", epoch: 1, snapshot: "b" });
  expect(await storage.read("s1")).toEqual({ epoch: 1, snapshot: "b", journal: [] });
});

it.each([
  ["nobody", () => {}],
  ["another tab", async (name: string) => void (await idbStorage(name).list())],
])(
  "saves a session again after its database was deleted and %s has created it again",
  async (_who, create) => {
    const name = createName();
    const { store, persistence, say } = savingStore(idbStorage(name));
    say("Hello");
    await persistence.flush();
    await deleteDB(name);
    await create(name);
    say(" again");
    await persistence.flush();
    await expect.poll(() => persistence.status).toBe("ok");
    say(".");
    await persistence.flush();
    const saved = await readSession(idbStorage(name), "s1");
    expect(saved?.truncatedRecords).toBeUndefined();
    expect(saved?.state.sessions.get("s1")?.messages.size).toBe(1);
    expect(JSON.stringify(saved?.state.sessions.get("s1")?.messages.values().next().value)).toBe(
      JSON.stringify(store.getState().sessions.get("s1")?.messages.values().next().value),
    );
  },
);

it("does not write a session that another tab has removed, even after the database was deleted", async () => {
  const name = createName();
  const storage = idbStorage(name);
  await storage.write({ id: "s1", epoch: 1, snapshot: "a" });
  await deleteDB(name);
  await expect(storage.write({ id: "s1", epoch: 1, append: "b" })).rejects.toThrow(
    /database was deleted while it was open/,
  );
  await storage.write({ id: "s1", epoch: 1, snapshot: "a" });
  await idbStorage(name).remove("s1");
  await expect(storage.write({ id: "s1", epoch: 1, append: "b" })).rejects.toThrow(SupersededError);
});

it("gives up opening a database after 10 seconds and says what blocks it", async () => {
  const name = createName();
  // Another tab that does not close its connection, and one that deletes the database.
  const holder = await openDB(name, 1);
  onTestFinished(() => holder.close());
  const deleted = deleteDB(name);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const storage = idbStorage(name);
  const refusal = storage.list().catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await refusal).toMatchObject({
    name: "StorageUnavailableError",
    message: expect.stringMatching(/not open after 10 s.*Close the other tabs/),
  });
  const waiting = storage.list();
  holder.close();
  await deleted;
  expect(await waiting).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
});

it("lets a newer version upgrade the database, and then leaves it alone", async () => {
  const name = createName();
  const storage = idbStorage(name);
  await storage.write({ id: "s1", epoch: 1, snapshot: "a" });
  const blocked = vi.fn<() => void>();
  const newer = await openDB(name, 2, { blocked });
  onTestFinished(() => newer.close());
  expect(blocked).not.toHaveBeenCalled();
  for (const call of [
    () => storage.read("s1"),
    () => storage.list(),
    () => storage.remove("s1"),
    () => storage.write({ id: "s1", epoch: 1, append: "b" }),
  ])
    await expect(call()).rejects.toMatchObject({
      name: "StorageUnavailableError",
      storage: name,
      cause: expect.objectContaining({ name: "VersionError" }),
    });
  expect(await newer.count("texts")).toBe(1);
});

it("completes a write that has begun when another tab deletes the database", async () => {
  const name = createName();
  const storage = idbStorage(name);
  await storage.list();
  const write = storage.write({ id: "s1", epoch: 1, snapshot: "a" });
  await deleteDB(name);
  await expect(write).resolves.toBeUndefined();
});

it("tries again to open the database after it could not", async () => {
  const storage = idbStorage(createName());
  const open = vi.spyOn(IDBFactory.prototype, "open").mockImplementationOnce(() => {
    throw new DOMException("Internal error.", "UnknownError");
  });
  onTestFinished(() => open.mockRestore());
  await expect(storage.list()).rejects.toThrow(/cannot be used: UnknownError: Internal error/);
  expect(await storage.list()).toEqual([]);
});
