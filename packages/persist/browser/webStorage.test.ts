import { isStorageFullError, savedSessions, type StorageWrite } from "@acp-store/persist";
import { webStorage } from "@acp-store/persist/web";
import { beforeEach, describe, expect, it } from "vitest";
import {
  type LimitedPlace,
  type PersistentPlace,
  testLimitedStorage,
  testConcurrentStorages,
  testPersistentStorage,
} from "../tests/adapters/persistentContract.js";
import { testStorage } from "../tests/adapters/storageContract.js";
import { savingStore } from "../tests/support/savingStore.js";
import { beforeCalls } from "./support/beforeCalls.js";

const keysOf = (area: Storage): string[] =>
  Array.from({ length: area.length }, (_, index) => area.key(index) ?? "");

let places = 0;

function createPlace(area: Storage): PersistentPlace & LimitedPlace {
  const prefix = `place ${places++}:`;
  let operations = 0;
  beforeCalls(Storage.prototype, ["getItem", "setItem", "removeItem", "key"], () => operations++);
  return {
    open: () => webStorage(area, prefix),
    async copy() {
      const copied = createPlace(area);
      const copiedPrefix = `place ${places - 1}:`;
      for (const key of keysOf(area))
        if (key.startsWith(prefix))
          area.setItem(copiedPrefix + key.slice(prefix.length), area.getItem(key) ?? "");
      return copied;
    },
    async addForeignContent() {
      for (const key of ["", "s1", "snapshot:s1", prefix, `${prefix}s1`, `${prefix}snapshot`])
        area.setItem(key, "foreign");
      area.setItem(`${prefix}record:foreign`, "foreign");
    },
    work: () => operations,
    async limitSpace() {
      for (let length = 4_000_000; length >= 100_000; )
        try {
          area.setItem("filler", (area.getItem("filler") ?? "") + "x".repeat(length));
        } catch {
          length /= 2;
        }
      area.setItem("filler", area.getItem("filler")?.slice(200_000) ?? "");
      return async () => area.removeItem("filler");
    },
  };
}

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

describe.each([
  { name: "localStorage", area: localStorage },
  { name: "sessionStorage", area: sessionStorage },
])("in $name", ({ area }) => {
  // Chromium stores about 5 million characters per origin.
  testStorage(async () => createPlace(area), { largeText: 4_000_000 });
  testPersistentStorage(async () => createPlace(area));
  testConcurrentStorages(async () => createPlace(area));
  testLimitedStorage(async () => createPlace(area));
});

/** Ends a write before its operation with the given number, as a crash of the page would. */
async function crashDuring(write: StorageWrite, operation: number): Promise<boolean> {
  let operations = 0;
  const endCrash = beforeCalls(Storage.prototype, ["setItem", "removeItem"], () => {
    if (operations++ === operation) throw new Error("The page has crashed.");
  });
  const isComplete = await webStorage(localStorage)
    .write(write)
    .then(
      () => true,
      () => false,
    );
  endCrash();
  return isComplete;
}

it("shows the document before or after a snapshot, wherever a crash interrupts the write", async () => {
  const before = { epoch: 1, snapshot: "a", journal: ["b", "c"] };
  const after = { epoch: 1, snapshot: "d", journal: [] };
  const seen: unknown[] = [];
  for (let operation = 0, isComplete = false; !isComplete; operation++) {
    localStorage.clear();
    const storage = webStorage(localStorage);
    await storage.write({ id: "s1", epoch: 1, snapshot: "a" });
    for (const append of ["b", "c"]) await storage.write({ id: "s1", epoch: 1, append });
    isComplete = await crashDuring({ id: "s1", epoch: 1, snapshot: "d" }, operation);
    const reopened = webStorage(localStorage);
    seen.push(await reopened.read("s1"));
    await reopened.write({ id: "s1", epoch: 2, snapshot: "e" });
    expect(await reopened.read("s1")).toEqual({ epoch: 2, snapshot: "e", journal: [] });
    expect(localStorage).toHaveLength(1);
  }
  expect(seen).toEqual([before, after, after, after]);
});

it("lists a session whose stored text is damaged, wherever that is", async () => {
  const { persistence, say } = savingStore(webStorage(localStorage));
  say("One");
  await persistence.flush();
  const key = "acp-store:snapshot:session/s1";
  const text = localStorage.getItem(key) ?? "";
  for (let position = 0; position < text.length; position++) {
    const damaged = ["\0", "x", '"', ""][position % 4] ?? "";
    localStorage.setItem(key, text.slice(0, position) + damaged + text.slice(position + 1));
    const [session] = await savedSessions(webStorage(localStorage));
    expect(session?.sessionId).toBe("s1");
    expect(["complete", "corrupt"]).toContain(session?.status);
  }
  localStorage.setItem(key, "");
  expect(await savedSessions(webStorage(localStorage))).toEqual([
    { sessionId: "s1", status: "corrupt" },
  ]);
});

it("keeps the old snapshot when there is no space for a new one", async () => {
  const storage = webStorage(localStorage);
  await storage.write({ id: "s1", epoch: 1, snapshot: "a" });
  const write = storage.write({ id: "s1", epoch: 1, snapshot: "x".repeat(6_000_000) });
  await expect(write).rejects.toSatisfy(isStorageFullError);
  expect((await storage.read("s1"))?.snapshot).toBe("a");
});

it("uses keys that begin with acp-store unless there is another prefix", async () => {
  await webStorage(localStorage).write({ id: "s1", epoch: 1, snapshot: "a" });
  await webStorage(localStorage, "mine/").write({ id: "s2", epoch: 1, snapshot: "b" });
  expect(keysOf(localStorage).toSorted()).toEqual(["acp-store:snapshot:s1", "mine/snapshot:s2"]);
});
