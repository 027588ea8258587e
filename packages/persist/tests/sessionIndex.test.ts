import { type AcpStorage, memoryStorage, persistSessions, savedSessions } from "@acp-store/persist";
import { fileStorage } from "@acp-store/persist/node";
import { createAcpStore } from "@acp-store/core";
import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { DOCUMENT_VERSION, encodeEntry, INITIAL_CHECKSUM } from "../src/format.js";
import { readIndex, writeIndex } from "../src/sessionIndex.js";
import { reloadedStore } from "./support/savingStore.js";

const LONG_AGO = new Date(2026, 0, 1);
const INDEX_ID = "index/sessions";

/** Saves sessions "s0", "s1" and so on in files that are old enough to be remembered. */
async function saveSessions(count: number) {
  const dir = mkdtempSync(join(tmpdir(), "acp-store-index-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  let clock = 0;
  const store = createAcpStore({ scheduler: "sync", now: () => ++clock });
  const persistence = persistSessions(store, fileStorage(dir, { fsync: false }));
  for (let index = 0; index < count; index++)
    store.openSession({ sessionId: `s${index}`, cwd: `/${index}` });
  await persistence.stop();
  for (const log of logsIn(dir)) utimesSync(log, LONG_AGO, LONG_AGO);
  return dir;
}

const logsIn = (dir: string): string[] =>
  readdirSync(dir, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".log"))
    .map((name) => join(dir, name));

/** Opens the folder in a new process, so to speak, and counts which documents are read and written. */
function openStorage(dir: string) {
  const storage = fileStorage(dir, { fsync: false });
  const reads: string[] = [];
  const writes: string[] = [];
  const counting: AcpStorage = {
    ...storage,
    read(id) {
      reads.push(id);
      return storage.read(id);
    },
    write(write) {
      writes.push(write.id);
      return storage.write(write);
    },
  };
  return { storage: counting, reads, writes };
}

async function list(dir: string) {
  const { storage, reads, writes } = openStorage(dir);
  const sessions = await savedSessions(storage);
  return { ids: sessions.map(({ sessionId }) => sessionId), sessions, reads, writes };
}

/** Changes a session as another process does, which knows nothing of the index. */
async function rename(dir: string, sessionId: string, title: string): Promise<void> {
  const { store, persistence } = await reloadedStore(fileStorage(dir, { fsync: false }));
  const update = { sessionUpdate: "session_info_update", title };
  store.ingest({ sessionId, update });
  await persistence.stop();
}

describe("savedSessions of a storage with versions", () => {
  it("reads one document to list 1,000 sessions that have not changed since the last listing", async () => {
    const dir = await saveSessions(1000);
    const first = await list(dir);
    expect(first.reads).toHaveLength(1000 + 2);
    const second = await list(dir);
    expect(second.reads).toEqual([INDEX_ID]);
    expect(second.writes).toEqual([]);
    expect(second.sessions).toHaveLength(1000);
    expect(second.sessions).toEqual(first.sessions);
  });

  it("lists the sessions with their versions for an index of the application", async () => {
    const dir = await saveSessions(2);
    const open = () => persistSessions(createAcpStore(), fileStorage(dir, { fsync: false }));
    const { sessionVersions } = open();
    const versions = await sessionVersions();
    expect([...(versions?.keys() ?? [])].toSorted()).toEqual(["s0", "s1"]);
    expect(versions?.get("s0")).toEqual(expect.any(String));
    await rename(dir, "s1", "New title");
    const changed = await sessionVersions();
    expect(changed?.get("s0")).toBe(versions?.get("s0"));
    expect(changed?.get("s1")).not.toBe(versions?.get("s1"));
    expect(await persistSessions(createAcpStore(), memoryStorage()).sessionVersions()).toBe(
      undefined,
    );
  });

  it("restores each session with one read", async () => {
    const dir = await saveSessions(3);
    await list(dir);
    const { storage, reads } = openStorage(dir);
    const { result } = await reloadedStore(storage);
    expect(result.restored).toEqual(["s0", "s1", "s2"]);
    expect(reads).toEqual([INDEX_ID, "session/s0", "session/s1", "session/s2"]);
  });

  it("reads the sessions again that were changed, added or damaged, and drops removed ones", async () => {
    const dir = await saveSessions(3);
    await list(dir);
    await rename(dir, "s1", "New title");
    await fileStorage(dir, { fsync: false }).remove("session/s2");
    const changed = await list(dir);
    expect(changed.reads.filter((id) => id !== INDEX_ID)).toEqual(["session/s1"]);
    expect(changed.sessions).toMatchObject([
      { sessionId: "s1", title: "New title" },
      { sessionId: "s0" },
    ]);
    expect((await list(dir)).ids).toEqual(["s1", "s0"]);
    for (const log of logsIn(dir)) appendFileSync(log, "damage");
    const damaged = await list(dir);
    expect(damaged.ids).toEqual(["s1", "s0"]);
    expect(damaged.sessions.map(({ status }) => status)).toEqual(["truncated", "truncated"]);
  });

  it("does not remember a session whose next write may get the same time", async () => {
    const dir = await saveSessions(2);
    const [log = ""] = logsIn(dir);
    utimesSync(log, new Date(), new Date());
    await list(dir);
    expect((await list(dir)).reads.filter((id) => id !== INDEX_ID)).toHaveLength(1);
  });

  it("lists every session if the index cannot be written", async () => {
    const dir = await saveSessions(2);
    const { storage } = openStorage(dir);
    const write = () => Promise.reject(new Error("There is no space."));
    expect(await savedSessions({ ...storage, write })).toHaveLength(2);
  });
});

const indexOf = (body: string, v: number = DOCUMENT_VERSION): string =>
  encodeEntry({ v, seq: 0, info: { updatedAt: 0 } }, body, INITIAL_CHECKSUM).text;

describe("an index that cannot be trusted", () => {
  it.each([
    ["empty", ""],
    ["damaged", indexOf("[]").replace("[]", "{}")],
    ["no JSON", indexOf("[")],
    ["no list", indexOf(`{"length":1,"0":null}`)],
    ["of another release", indexOf("[]", DOCUMENT_VERSION + 1)],
    ["with entries of other shapes", indexOf(`[null,1,"s0",[],{},{"version":1},{"version":"1"}]`)],
    ["with a session without an id", indexOf(`[{"version":"1","session":{"status":"complete"}}]`)],
    [
      "with a status that does not exist",
      indexOf(`[{"version":"1","session":{"sessionId":"s0","status":"fine"}}]`),
    ],
    [
      "with a title that is not a string",
      indexOf(`[{"version":"1","session":{"sessionId":"s0","status":"complete","title":{}}}]`),
    ],
    [
      "with a time that is not a number",
      indexOf(`[{"version":"1","session":{"sessionId":"s0","status":"complete","updatedAt":"1"}}]`),
    ],
    [
      "with a closed session that is not",
      indexOf(`[{"version":"1","session":{"sessionId":"s0","status":"complete","closed":1}}]`),
    ],
  ])("is replaced if it is %s", async (_name, snapshot) => {
    const dir = await saveSessions(2);
    const { sessions } = await list(dir);
    const storage = fileStorage(dir, { fsync: false });
    await storage.write({ id: INDEX_ID, epoch: Number.MAX_SAFE_INTEGER - 1, snapshot });
    expect(await readIndex(storage)).toEqual(new Map());
    const repaired = await list(dir);
    expect(repaired.sessions).toEqual(sessions);
    expect(repaired.writes).toEqual([INDEX_ID]);
  });

  it("adds no session that does not exist", async () => {
    const dir = await saveSessions(1);
    const session = { sessionId: "../x", status: "complete" };
    const snapshot = indexOf(JSON.stringify([{ version: "1", session }]));
    await fileStorage(dir, { fsync: false }).write({ id: INDEX_ID, epoch: 1, snapshot });
    expect((await list(dir)).ids).toEqual(["s0"]);
  });

  it("does not hide the sessions when its folder is unreadable", async () => {
    const dir = await saveSessions(2);
    const { storage } = openStorage(dir);
    const read = (id: string) =>
      id === INDEX_ID ? Promise.reject(new Error("EACCES")) : storage.read(id);
    expect(await savedSessions({ ...storage, read })).toHaveLength(2);
    await expect(writeIndex({ ...storage, read }, [])).resolves.toBeUndefined();
    expect(await readIndex({ ...storage, read })).toEqual(new Map());
  });

  it("is not written for a folder without documents", async () => {
    const dir = await saveSessions(0);
    writeFileSync(join(dir, "notes"), "");
    expect(await list(dir)).toMatchObject({ ids: [], writes: [] });
  });
});
