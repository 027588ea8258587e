import { createHook } from "node:async_hooks";
import { execFile } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { fileStorage } from "@acp-store/persist/node";
import { describe, expect, it, onTestFinished } from "vitest";
import {
  type PersistentPlace,
  testConcurrentStorages,
  testPersistentStorage,
} from "./persistentContract.js";
import { longText, testStorage, wasWritten } from "./storageContract.js";

let fileOperations = 0;
createHook({
  init(_id, type) {
    if (type === "FSREQPROMISE") fileOperations++;
  },
}).enable();

function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "acp-store-files-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function placeAt(dir: string): PersistentPlace {
  return {
    open: () => fileStorage(dir, { fsync: false }),
    async copy() {
      const copied = join(createFolder(), "copy");
      cpSync(dir, copied, { recursive: true });
      return placeAt(copied);
    },
    async addForeignContent() {
      mkdirSync(join(dir, "notes", "1.log"), { recursive: true });
      mkdirSync(join(dir, "0".repeat(64)), { recursive: true });
      for (const folder of [dir, ...documentFolders(dir)])
        for (const name of [".DS_Store", "a.log", "1.log.bak", "~2.log"])
          writeFileSync(join(folder, name), "foreign");
      writeFileSync(join(dir, "0".repeat(64), "7.log"), "1\n{\n");
      for (const folder of documentFolders(dir).filter((path) => existsSync(join(path, "1.log"))))
        cpSync(folder, join(dir, "f".repeat(64)), { recursive: true });
    },
    work: () => fileOperations,
  };
}

const documentFolders = (dir: string): string[] =>
  readdirSync(dir)
    .filter((name) => /^[0-9a-f]{64}$/.test(name))
    .map((name) => join(dir, name));

/** Returns the path of the only file of the only document in a folder. */
function documentFile(dir: string): string {
  const [folder = "", ...others] = documentFolders(dir);
  expect(others).toEqual([]);
  const names = readdirSync(folder).filter((name) => name !== "id");
  expect(names).toHaveLength(1);
  return join(folder, names[0] ?? "");
}

const createPlace = async (): Promise<PersistentPlace> => placeAt(join(createFolder(), "sessions"));

testStorage(createPlace);
testPersistentStorage(createPlace);
testConcurrentStorages(createPlace);

describe("a file that a crash has torn", () => {
  it("keeps the earlier records, wherever the last one ends", async () => {
    const dir = createFolder();
    const storage = fileStorage(dir);
    await storage.write({ id: "s1", epoch: 1, snapshot: "a" });
    await storage.write({ id: "s1", epoch: 1, append: "b\nc" });
    const before = readFileSync(documentFile(dir)).length;
    await storage.write({ id: "s1", epoch: 1, append: 'é\n2\n{}\n"' });
    const content = readFileSync(documentFile(dir));
    for (let length = before; length < content.length; length++) {
      writeFileSync(documentFile(dir), content.subarray(0, length));
      const reopened = fileStorage(dir);
      expect((await reopened.read("s1"))?.journal).toEqual(["b\nc"]);
      await reopened.write({ id: "s1", epoch: 1, append: "d" });
      expect((await fileStorage(dir).read("s1"))?.journal).toEqual(["b\nc", "d"]);
    }
  });

  it("keeps the earlier records if the end is filled with zeros", async () => {
    const dir = createFolder();
    const storage = fileStorage(dir);
    await storage.write({ id: "s1", epoch: 1, snapshot: "a" });
    await storage.write({ id: "s1", epoch: 1, append: "b" });
    writeFileSync(
      documentFile(dir),
      Buffer.concat([readFileSync(documentFile(dir)), Buffer.alloc(4096)]),
    );
    expect((await storage.read("s1"))?.journal).toEqual(["b"]);
    await storage.write({ id: "s1", epoch: 1, append: "c" });
    expect((await fileStorage(dir).read("s1"))?.journal).toEqual(["b", "c"]);
  });

  it("is listed as damaged without a complete snapshot, and does not stop a new writer", async () => {
    const dir = createFolder();
    await fileStorage(dir).write({ id: "s1", epoch: 7, snapshot: "a" });
    const content = readFileSync(documentFile(dir));
    for (let length = 0; length < content.length; length++) {
      const torn = join(createFolder(), "torn");
      cpSync(dir, torn, { recursive: true });
      writeFileSync(documentFile(torn), content.subarray(0, length));
      const storage = fileStorage(torn);
      expect(await storage.read("s1")).toMatchObject({ epoch: 7, journal: [] });
      expect((await storage.read("s1"))?.snapshot).not.toBe("a");
      expect(await storage.list()).toEqual(["s1"]);
      expect(await wasWritten(storage.write({ id: "s1", epoch: 7, append: "b" }))).toBe(false);
      await storage.write({ id: "s1", epoch: 8, snapshot: "c" });
      expect(await storage.read("s1")).toEqual({ epoch: 8, snapshot: "c", journal: [] });
    }
  });
});

it("removes what an earlier crash has left of a snapshot and of a removal", async () => {
  const dir = createFolder();
  const storage = fileStorage(dir);
  await storage.write({ id: "s1", epoch: 1, snapshot: "a" });
  const [folder = ""] = documentFolders(dir);
  writeFileSync(join(folder, "1.0123456789abcdef.tmp"), "half");
  mkdirSync(`${folder}.0123456789abcdef.removed`);
  await storage.write({ id: "s1", epoch: 2, snapshot: "b" });
  expect(readdirSync(folder)).toEqual(["2.log", "id"]);
  await storage.remove("s1");
  expect(readdirSync(dir)).toEqual([]);
});

it.runIf(process.platform !== "win32")("keeps documents from other users", async () => {
  const dir = join(createFolder(), "sessions");
  await fileStorage(dir).write({ id: "s1", epoch: 1, snapshot: "a" });
  for (const path of [dir, ...documentFolders(dir), documentFile(dir)])
    expect(statSync(path).mode & 0o077).toBe(0);
});

it("takes over from a newer file that is damaged", async () => {
  const dir = createFolder();
  const storage = fileStorage(dir);
  await storage.write({ id: "s1", epoch: 1, snapshot: "a" });
  writeFileSync(join(documentFolders(dir)[0] ?? "", "9.log"), "damaged");
  await storage.write({ id: "s1", epoch: 1, append: "b" });
  await storage.write({ id: "s1", epoch: 2, snapshot: "c" });
  expect(await storage.read("s1")).toEqual({ epoch: 2, snapshot: "c", journal: [] });
});

it("rejects an addition to an older file that could not be removed", async () => {
  const dir = createFolder();
  const [old, next] = [fileStorage(dir), fileStorage(dir)];
  await old.write({ id: "s1", epoch: 1, snapshot: "a" });
  const [folder = ""] = documentFolders(dir);
  const content = readFileSync(documentFile(dir));
  await next.write({ id: "s1", epoch: 2, snapshot: "b" });
  writeFileSync(join(folder, "1.log"), content);
  expect(await wasWritten(old.write({ id: "s1", epoch: 1, append: "c" }))).toBe(false);
  expect(await next.read("s1")).toEqual({ epoch: 2, snapshot: "b", journal: [] });
});

it("rejects with the error of the file system when the folder cannot be created", async () => {
  const file = join(createFolder(), "file");
  writeFileSync(file, "");
  const write = fileStorage(file).write({ id: "s1", epoch: 1, snapshot: "a" });
  await expect(write).rejects.toMatchObject({ code: expect.stringMatching(/ENOTDIR|EEXIST/) });
});

it("writes nothing of what does not fit on the disk", async () => {
  const dir = createFolder();
  await fileStorage(dir).write({ id: "s1", epoch: 1, snapshot: "a" });
  // `ulimit` limits the size of each file of the process, in blocks of 512 or 1024 bytes.
  const program = join(import.meta.dirname, "../fixtures/fillDisk.mjs");
  const { stdout } = await promisify(execFile)("sh", [
    "-c",
    `ulimit -f 200; exec "$0" "$@"`,
    process.execPath,
    program,
    dir,
  ]);
  expect(JSON.parse(stdout)).toEqual(["StorageFullError", "StorageFullError", "StorageFullError"]);
  const storage = fileStorage(dir);
  expect(await storage.read("s1")).toEqual({ epoch: 1, snapshot: "a", journal: ["b", "c"] });
  expect(await storage.list()).toEqual(["s1"]);
  expect(readdirSync(dir)).toHaveLength(1);
  expect(documentFile(dir)).toMatch(/1\.log$/);
  await storage.write({ id: "s1", epoch: 1, append: longText(1_000_000) });
  expect((await storage.read("s1"))?.journal).toHaveLength(3);
});
