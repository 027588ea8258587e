import { serialize, createAcpStore } from "@acp-store/core";
import { readSession, savedSessions } from "@acp-store/persist";
import { describe, expect, it } from "vitest";
import { DOCUMENT_VERSION, encodeEntry, INITIAL_CHECKSUM } from "../src/format.js";
import { faultyStorage } from "./support/faultyStorage.js";
import { savingStore } from "./support/savingStore.js";

const ID = "session/s1";

/** Saves a session with one message in a snapshot and three records. */
async function savedMessage() {
  const storage = faultyStorage();
  const { store, persistence, say } = savingStore(storage);
  store.openSession({ sessionId: "s1", cwd: "/w" });
  for (const chunk of ["a", "b", "\ud800", "d"]) {
    say(chunk);
    await persistence.flush();
  }
  const texts = async () => {
    const saved = await readSession(storage, "s1");
    const message = [...(saved?.state.sessions.get("s1")?.messages.values() ?? [])][0];
    return { content: message?.content, truncatedRecords: saved?.truncatedRecords };
  };
  return { storage, texts };
}

/** Returns a text with one bit of one UTF-16 unit flipped. */
function flipBit(value: string, index: number, bit: number): string {
  const flipped = String.fromCharCode(value.charCodeAt(index) ^ (1 << bit));
  return value.slice(0, index) + flipped + value.slice(index + 1);
}

describe("a saved session", () => {
  it("keeps any text, also lone surrogates", async () => {
    const { texts } = await savedMessage();
    expect(await texts()).toEqual({ content: [{ type: "text", text: "ab\ud800d" }] });
  });

  it("is well-formed Unicode for any text", async () => {
    const { storage } = await savedMessage();
    const document = await storage.read(ID);
    for (const part of [document?.snapshot ?? "", ...(document?.journal ?? [])])
      expect(Buffer.from(part).toString()).toBe(part);
  });

  it("detects a flipped bit at each position of the snapshot", async () => {
    const { storage } = await savedMessage();
    const length = (await storage.read(ID))?.snapshot.length ?? 0;
    for (let index = 0; index < length; index++) {
      await storage.damage(ID, ({ snapshot }) => ({
        snapshot: flipBit(snapshot, index, index % 16),
      }));
      await expect(readSession(storage, "s1")).rejects.toMatchObject({ reason: "corrupt" });
    }
    expect(length).toBeGreaterThan(400);
    expect(await savedSessions(storage)).toEqual([{ sessionId: "s1", status: "corrupt" }]);
  });

  it("is read up to a record with a flipped bit at any position", async () => {
    const { storage, texts } = await savedMessage();
    const length = (await storage.read(ID))?.journal[1]?.length ?? 0;
    for (let index = 0; index < length; index++) {
      await storage.damage(ID, ({ journal }) => ({
        journal: journal.map((line, at) => (at === 1 ? flipBit(line, index, index % 16) : line)),
      }));
      expect(await texts()).toEqual({
        content: [{ type: "text", text: "ab" }],
        truncatedRecords: 2,
      });
    }
    expect(length).toBeGreaterThan(100);
    expect(await savedSessions(storage)).toMatchObject([
      { sessionId: "s1", status: "truncated", cwd: "/w" },
    ]);
  });

  it.each<[string, (journal: readonly string[]) => readonly string[], string, number]>([
    [
      "a torn last record",
      (journal) => [...journal.slice(0, 2), journal[2]?.slice(0, -9) ?? ""],
      "ab\ud800",
      1,
    ],
    ["an empty last record", (journal) => [...journal, ""], "ab\ud800d", 1],
    ["a missing record", (journal) => journal.toSpliced(1, 1), "ab", 1],
    ["a doubled record", (journal) => journal.toSpliced(1, 0, journal[0] ?? ""), "ab", 3],
    ["records in another order", (journal) => journal.toReversed(), "a", 3],
  ])("is read up to %s", async (_, damage, expected, truncatedRecords) => {
    const { storage, texts } = await savedMessage();
    await storage.damage(ID, ({ journal }) => ({ journal: damage(journal) }));
    expect(await texts()).toEqual({
      content: [{ type: "text", text: expected }],
      truncatedRecords,
    });
  });

  it("is read up to a record that another writer has added to its own snapshot", async () => {
    const { storage, texts } = await savedMessage();
    const head = { seq: 4, info: { updatedAt: 0 } };
    const foreign = encodeEntry(head, "[]", INITIAL_CHECKSUM).text;
    await storage.damage(ID, ({ journal }) => ({ journal: [...journal, foreign] }));
    expect(await texts()).toMatchObject({ truncatedRecords: 1 });
  });

  it("is read up to a record whose number does not follow", async () => {
    const { storage } = await savedMessage();
    const info = { updatedAt: 0 };
    const state = JSON.stringify(serialize(createAcpStore().getState()));
    const first = encodeEntry({ v: 1, seq: 0, info }, state, INITIAL_CHECKSUM);
    const second = encodeEntry({ seq: 2, info }, "[]", first.checksum);
    await storage.damage(ID, () => ({ snapshot: first.text, journal: [second.text] }));
    expect(await readSession(storage, "s1")).toMatchObject({ truncatedRecords: 1 });
  });

  it("is reported as corrupt if its state is not one, although the checksum is right", async () => {
    const { storage } = await savedMessage();
    const { text } = encodeEntry({ v: 1, seq: 0, info: { updatedAt: 0 } }, "{}", INITIAL_CHECKSUM);
    await storage.damage(ID, () => ({ snapshot: text, journal: [] }));
    await expect(readSession(storage, "s1")).rejects.toMatchObject({
      reason: "corrupt",
      sessionId: "s1",
    });
  });

  it("has a format version that changes with the format of the serialized state", () => {
    // If this fails, raise DOCUMENT_VERSION, add a migration and a fixture, and adapt this test.
    expect([DOCUMENT_VERSION, serialize(createAcpStore().getState()).version]).toEqual([2, 2]);
  });
});
