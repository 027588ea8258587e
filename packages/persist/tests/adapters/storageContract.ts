import { type AcpStorage, isSupersededError, type StoredDocument } from "@acp-store/persist";
import { expect, it } from "vitest";

/** A place where documents are kept, such as a folder or a database. Each test has a new one. */
export interface StoragePlace {
  /** Opens the place, as a process or a tab does when it starts. */
  open(): AcpStorage;
}

const UNUSUAL_IDS = [
  "",
  " ",
  ".",
  "..",
  "../outside",
  "a/b\\c",
  "/etc/passwd",
  "C:\\con",
  "s1",
  "S1",
  "s1:",
  "a:b:c",
  "record:x.0:s1",
  "__proto__",
  "constructor",
  "%2F%00",
  '"quoted"',
  "line\nbreak\0null",
  "日本語 🎉 é",
  "e\u0301",
  "\ud800",
  "\udfff",
  "\ufffd",
  "x".repeat(10_000),
];

/** Texts that an encoding could change, next to the JSON that documents usually are. */
const UNUSUAL_TEXTS = [
  "",
  "\n",
  "12\nabc\n",
  '"quoted"',
  '{"json":true}',
  "line\r\nbreak\u2028\0null",
  "日本語 🎉 é e\u0301 \ufeff",
  "\ufeff",
  "lone \ud800 and \udfff surrogates",
  "\ud800",
];

/** The size of the largest text of the contract, in characters. */
const LARGE_TEXT = 5_000_000;

const snapshotOf = (epoch: number, snapshot: string, ...journal: string[]): StoredDocument => ({
  epoch,
  snapshot,
  journal,
});

/** Returns a text of the given length that does not compress well. */
export function longText(length: number): string {
  let text = "";
  for (let seed = 1; text.length < length; seed = (seed * 48_271) % 2_147_483_647)
    text += seed.toString(36);
  return text.slice(0, length);
}

/** Returns whether a write took place, or `false` if another writer was newer. */
export async function wasWritten(write: Promise<void>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    if (!isSupersededError(error)) throw error;
    return false;
  }
}

/**
 * Registers the tests that every adapter passes, whether other tabs and processes can open its place
 * or not.
 */
export function testStorage(
  createPlace: () => Promise<StoragePlace>,
  { largeText = LARGE_TEXT }: { largeText?: number } = {},
): void {
  const createStorage = async () => (await createPlace()).open();

  it("returns undefined for a document that was never written", async () => {
    const storage = await createStorage();
    expect(await storage.read("s1")).toBeUndefined();
    expect(await storage.list()).toEqual([]);
  });

  it("returns the snapshot, and the additions in their order", async () => {
    const storage = await createStorage();
    await storage.write({ id: "s1", epoch: 1, snapshot: "a" });
    for (const append of ["b", "c", "d"]) await storage.write({ id: "s1", epoch: 1, append });
    expect(await storage.read("s1")).toEqual(snapshotOf(1, "a", "b", "c", "d"));
  });

  it("empties the journal with a new snapshot", async () => {
    const storage = await createStorage();
    await storage.write({ id: "s1", epoch: 1, snapshot: "a" });
    for (const append of ["b", "c"]) await storage.write({ id: "s1", epoch: 1, append });
    await storage.write({ id: "s1", epoch: 1, snapshot: "d" });
    expect(await storage.read("s1")).toEqual(snapshotOf(1, "d"));
    await storage.write({ id: "s1", epoch: 1, append: "e" });
    expect(await storage.read("s1")).toEqual(snapshotOf(1, "d", "e"));
  });

  it("lists documents until they are removed", async () => {
    const storage = await createStorage();
    for (const id of ["s1", "s2", "s3"]) await storage.write({ id, epoch: 1, snapshot: id });
    await storage.remove("s2");
    await storage.remove("never written");
    expect((await storage.list()).toSorted()).toEqual(["s1", "s3"]);
    expect(await storage.read("s2")).toBeUndefined();
    expect(await storage.read("s3")).toEqual(snapshotOf(1, "s3"));
  });

  it("starts a removed document with an empty journal and any epoch", async () => {
    const storage = await createStorage();
    await storage.write({ id: "s1", epoch: 5, snapshot: "a" });
    await storage.write({ id: "s1", epoch: 5, append: "b" });
    await storage.remove("s1");
    expect(await wasWritten(storage.write({ id: "s1", epoch: 5, append: "c" }))).toBe(false);
    await storage.write({ id: "s1", epoch: 1, snapshot: "d" });
    expect(await storage.read("s1")).toEqual(snapshotOf(1, "d"));
  });

  it("keeps documents with unusual ids apart", async () => {
    const storage = await createStorage();
    for (const [epoch, id] of UNUSUAL_IDS.entries())
      await storage.write({ id, epoch, snapshot: `of ${epoch}` });
    for (const [epoch, id] of UNUSUAL_IDS.entries())
      await storage.write({ id, epoch, append: `to ${epoch}` });
    expect((await storage.list()).toSorted()).toEqual(UNUSUAL_IDS.toSorted());
    for (const [epoch, id] of UNUSUAL_IDS.entries())
      expect(await storage.read(id)).toEqual(snapshotOf(epoch, `of ${epoch}`, `to ${epoch}`));
    for (const id of UNUSUAL_IDS) await storage.remove(id);
    expect(await storage.list()).toEqual([]);
  });

  it("returns unusual texts unchanged", async () => {
    const storage = await createStorage();
    for (const snapshot of UNUSUAL_TEXTS) {
      await storage.write({ id: "s1", epoch: 1, snapshot });
      for (const append of UNUSUAL_TEXTS) await storage.write({ id: "s1", epoch: 1, append });
      expect(await storage.read("s1")).toEqual(snapshotOf(1, snapshot, ...UNUSUAL_TEXTS));
    }
  });

  it("returns large texts unchanged", async () => {
    const storage = await createStorage();
    const text = longText(largeText);
    await storage.write({ id: "s1", epoch: 1, snapshot: "" });
    await storage.write({ id: "s1", epoch: 1, append: text });
    expect((await storage.read("s1"))?.journal[0] === text).toBe(true);
    await storage.remove("s1");
    await storage.write({ id: "s1", epoch: 1, snapshot: text });
    expect((await storage.read("s1"))?.snapshot === text).toBe(true);
  });

  it("keeps the order of writes that do not wait for each other", async () => {
    const storage = await createStorage();
    const texts = Array.from({ length: 100 }, (_, index) => `${index}`);
    const writes = [storage.write({ id: "s1", epoch: 1, snapshot: "old" })];
    for (const append of texts) writes.push(storage.write({ id: "s1", epoch: 1, append }));
    writes.push(storage.write({ id: "s1", epoch: 1, snapshot: "new" }));
    for (const append of texts) writes.push(storage.write({ id: "s1", epoch: 1, append }));
    await Promise.all(writes);
    expect(await storage.read("s1")).toEqual(snapshotOf(1, "new", ...texts));
  });

  it("writes several documents at once", async () => {
    const storage = await createStorage();
    const ids = Array.from({ length: 20 }, (_, index) => `s${index}`);
    await Promise.all(ids.map((id) => storage.write({ id, epoch: 1, snapshot: id })));
    await Promise.all(ids.map((id) => storage.write({ id, epoch: 1, append: `to ${id}` })));
    for (const id of ids) expect(await storage.read(id)).toEqual(snapshotOf(1, id, `to ${id}`));
  });

  it("rejects an addition to nothing", async () => {
    const storage = await createStorage();
    const addition = storage.write({ id: "s1", epoch: 1, append: "a" });
    await expect(addition).rejects.toMatchObject({ name: "SupersededError", id: "s1" });
    expect(await storage.list()).toEqual([]);
  });

  it("rejects every write of an older epoch, and an addition of a newer one", async () => {
    const storage = await createStorage();
    await storage.write({ id: "s1", epoch: 2, snapshot: "a" });
    expect(await wasWritten(storage.write({ id: "s1", epoch: 1, snapshot: "b" }))).toBe(false);
    expect(await wasWritten(storage.write({ id: "s1", epoch: 1, append: "c" }))).toBe(false);
    expect(await wasWritten(storage.write({ id: "s1", epoch: 3, append: "d" }))).toBe(false);
    expect(await storage.read("s1")).toEqual(snapshotOf(2, "a"));
  });

  it("compares epochs as numbers", async () => {
    const storage = await createStorage();
    await storage.write({ id: "s1", epoch: 9, snapshot: "a" });
    await storage.write({ id: "s1", epoch: 10, snapshot: "b" });
    expect(await wasWritten(storage.write({ id: "s1", epoch: 9, snapshot: "c" }))).toBe(false);
    await storage.write({ id: "s1", epoch: Number.MAX_SAFE_INTEGER, snapshot: "d" });
    expect(await storage.read("s1")).toEqual(snapshotOf(Number.MAX_SAFE_INTEGER, "d"));
  });

  it("accepts a snapshot again after its acknowledgement was lost", async () => {
    const storage = await createStorage();
    await storage.write({ id: "s1", epoch: 1, snapshot: "a" });
    await storage.write({ id: "s1", epoch: 1, append: "b" });
    for (let attempt = 0; attempt < 2; attempt++)
      await storage.write({ id: "s1", epoch: 1, snapshot: "ab" });
    expect(await storage.read("s1")).toEqual(snapshotOf(1, "ab"));
  });
}
