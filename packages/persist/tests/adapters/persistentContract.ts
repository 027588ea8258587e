import { isStorageFullError, type StorageWrite, type StoredDocument } from "@acp-store/persist";
import { expect, it } from "vitest";
import { longText, type StoragePlace, wasWritten } from "./storageContract.js";

/** A place that outlives its storages. */
export interface PersistentPlace extends StoragePlace {
  /** Copies the raw content to a new place, which shows what a crash would leave. */
  copy(): Promise<PersistentPlace>;
  /** Adds content of other programs to the place. */
  addForeignContent(): Promise<void>;
  /** Returns the amount of work that all storages of this place have done until now. */
  work(): number;
}

/** A place whose space a test can limit. */
export interface LimitedPlace extends StoragePlace {
  /** Leaves less than 1 MB of space until the returned function is called. */
  limitSpace(): Promise<() => Promise<void>>;
}

/** The writes of a short life with two writers. */
const LIFE: readonly StorageWrite[] = [
  { id: "s1", epoch: 1, snapshot: "a" },
  { id: "s1", epoch: 1, append: "b" },
  { id: "s2", epoch: 1, snapshot: "x" },
  { id: "s1", epoch: 1, append: longText(100_000) },
  { id: "s1", epoch: 1, snapshot: "c" },
  { id: "s1", epoch: 1, append: "d" },
  { id: "s1", epoch: 2, snapshot: "e" },
  { id: "s2", epoch: 1, append: "y" },
  { id: "s1", epoch: 2, append: "f" },
];

/** Registers the tests of adapters whose place outlives its storages. */
export function testPersistentStorage(createPlace: () => Promise<PersistentPlace>): void {
  it("finds the documents of an earlier run", async () => {
    const place = await createPlace();
    await place.open().write({ id: "s1", epoch: 1, snapshot: "a" });
    await place.open().write({ id: "s1", epoch: 1, append: "b" });
    const storage = place.open();
    expect(await storage.list()).toEqual(["s1"]);
    await storage.write({ id: "s1", epoch: 1, append: "c" });
    expect(await place.open().read("s1")).toEqual({ epoch: 1, snapshot: "a", journal: ["b", "c"] });
  });

  it("keeps every acknowledged write when the process crashes after it", async () => {
    const place = await createPlace();
    const storage = place.open();
    const expected = new Map<string, StoredDocument>();
    for (const write of LIFE) {
      await storage.write(write);
      const { id, epoch } = write;
      const { snapshot, journal } = expected.get(id) ?? { snapshot: "", journal: [] };
      if ("append" in write)
        expected.set(id, { epoch, snapshot, journal: [...journal, write.append] });
      else expected.set(id, { epoch, snapshot: write.snapshot, journal: [] });
      const reopened = (await place.copy()).open();
      expect((await reopened.list()).toSorted()).toEqual([...expected.keys()].toSorted());
      for (const [key, document] of expected) expect(await reopened.read(key)).toEqual(document);
    }
  });

  it("ignores content of other programs in the same place", async () => {
    const place = await createPlace();
    await place.addForeignContent();
    const storage = place.open();
    expect(await storage.list()).toEqual([]);
    await storage.write({ id: "s1", epoch: 1, snapshot: "a" });
    await place.addForeignContent();
    await storage.write({ id: "s1", epoch: 1, append: "b" });
    expect(await storage.list()).toEqual(["s1"]);
    expect(await storage.read("s1")).toEqual({ epoch: 1, snapshot: "a", journal: ["b"] });
    await storage.remove("s1");
    expect(await storage.list()).toEqual([]);
  });

  it("does the same work for the last of thousands of additions as for the first", async () => {
    const place = await createPlace();
    const storage = place.open();
    await storage.write({ id: "s1", epoch: 1, snapshot: longText(10_000) });
    async function workFor(count: number): Promise<number> {
      const before = place.work();
      for (let index = 0; index < count; index++)
        await storage.write({ id: "s1", epoch: 1, append: `${index}`.padStart(1000) });
      return place.work() - before;
    }
    await workFor(10);
    const first = await workFor(100);
    expect(first).toBeGreaterThan(0);
    await workFor(2000);
    expect(await workFor(100)).toBe(first);
    expect((await storage.read("s1"))?.journal).toHaveLength(2210);
  });
}

/** Registers the tests of adapters that several tabs or processes can open at once. */
export function testConcurrentStorages(createPlace: () => Promise<StoragePlace>): void {
  it("stops the writes of a storage that another one has superseded", async () => {
    const place = await createPlace();
    const [first, second] = [place.open(), place.open()];
    await first.write({ id: "s1", epoch: 1, snapshot: "a" });
    await first.write({ id: "s1", epoch: 1, append: "b" });
    await second.write({ id: "s1", epoch: 2, snapshot: "c" });
    expect(await wasWritten(first.write({ id: "s1", epoch: 1, append: "d" }))).toBe(false);
    expect(await wasWritten(first.write({ id: "s1", epoch: 1, snapshot: "e" }))).toBe(false);
    await second.write({ id: "s1", epoch: 2, append: "f" });
    expect(await first.read("s1")).toEqual({ epoch: 2, snapshot: "c", journal: ["f"] });
  });

  it("lets the newest of several concurrent writers win", async () => {
    const place = await createPlace();
    const writers = [3, 1, 4, 2].map((epoch) => ({ epoch, storage: place.open() }));
    for (let round = 0; round < 10; round++) {
      const id = `s${round}`;
      const written = await Promise.all(
        writers.map(async ({ epoch, storage }) => {
          if (!(await wasWritten(storage.write({ id, epoch, snapshot: `of ${epoch}` }))))
            return false;
          return wasWritten(storage.write({ id, epoch, append: `to ${epoch}` }));
        }),
      );
      expect(written[2]).toBe(true);
      expect(await place.open().read(id)).toEqual({
        epoch: 4,
        snapshot: "of 4",
        journal: ["to 4"],
      });
    }
  });

  it("never shows an addition of an older writer after a newer writer has taken over", async () => {
    const place = await createPlace();
    const [old, next] = [place.open(), place.open()];
    await old.write({ id: "s1", epoch: 1, snapshot: "a" });
    const additions = Array.from({ length: 50 }, (_, index) =>
      wasWritten(old.write({ id: "s1", epoch: 1, append: `${index}` })),
    );
    await additions[10];
    await next.write({ id: "s1", epoch: 2, snapshot: "b" });
    await Promise.all([...additions, next.write({ id: "s1", epoch: 2, append: "c" })]);
    expect(await next.read("s1")).toEqual({ epoch: 2, snapshot: "b", journal: ["c"] });
  });

  it("removes a document completely while another storage writes to it", async () => {
    const place = await createPlace();
    const [writer, remover] = [place.open(), place.open()];
    for (let round = 0; round < 10; round++) {
      await writer.write({ id: "s1", epoch: 1, snapshot: "a" });
      const [last] = await Promise.all([
        writer.write({ id: "s1", epoch: 1, snapshot: "b" }).then(() => {
          return wasWritten(writer.write({ id: "s1", epoch: 1, append: "c" }));
        }),
        remover.remove("s1"),
      ]);
      const found = await place.open().read("s1");
      if (found !== undefined) {
        expect(found.snapshot).toBe("b");
        expect(found.journal).toEqual(last ? ["c"] : []);
      }
    }
    await remover.remove("s1");
    expect(await writer.list()).toEqual([]);
  });

  it("returns complete documents while another storage writes", async () => {
    const place = await createPlace();
    const [writer, reader] = [place.open(), place.open()];
    await writer.write({ id: "s1", epoch: 1, snapshot: "0" });
    let isWriting = true;
    async function writeAll(): Promise<void> {
      for (let round = 1; round <= 20; round++) {
        await writer.write({ id: "s1", epoch: round, snapshot: `${round}` });
        for (const index of [0, 1, 2])
          await writer.write({ id: "s1", epoch: round, append: `${round}.${index}` });
      }
      isWriting = false;
    }
    async function readAll(): Promise<void> {
      while (isWriting) {
        const { snapshot, journal } = (await reader.read("s1")) ?? { snapshot: "", journal: [] };
        expect(snapshot).not.toBe("");
        expect(journal).toEqual(journal.map((_, index) => `${snapshot}.${index}`));
      }
    }
    await Promise.all([writeAll(), readAll()]);
  });
}

/** Registers the tests of adapters whose space is limited. */
export function testLimitedStorage(createPlace: () => Promise<LimitedPlace>): void {
  it("rejects what does not fit, writes nothing of it, and continues when there is space", async () => {
    const place = await createPlace();
    const storage = place.open();
    await storage.write({ id: "s1", epoch: 1, snapshot: "a" });
    await storage.write({ id: "s1", epoch: 1, append: "b" });
    const endLimit = await place.limitSpace();
    const text = longText(1_000_000);
    for (const write of [
      { id: "s1", epoch: 1, snapshot: text },
      { id: "s1", epoch: 1, append: text },
      { id: "s1", epoch: 2, snapshot: text },
      { id: "s2", epoch: 1, snapshot: text },
    ])
      await expect(storage.write(write)).rejects.toSatisfy(isStorageFullError);
    expect(await storage.list()).toEqual(["s1"]);
    expect(await storage.read("s1")).toEqual({ epoch: 1, snapshot: "a", journal: ["b"] });
    // Not before, because Chromium counts what it has kept of the rejected writes for a while.
    await endLimit();
    await storage.write({ id: "s1", epoch: 1, append: "c" });
    await storage.write({ id: "s1", epoch: 1, append: text });
    const found = await place.open().read("s1");
    expect(found?.journal.map((record) => record.length)).toEqual([1, 1, text.length]);
  });
}
