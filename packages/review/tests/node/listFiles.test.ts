import { chmodSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { listFiles } from "@acp-store/review/node";
import { beforeEach, describe, expect, it } from "vitest";
import { createFolders, createRepository, writeFiles } from "../support/folders.js";

let folder = "";

beforeEach(async () => void ({ folder } = await createFolders()));

/** Writes empty files. */
function createFiles(paths: readonly string[]): void {
  writeFiles(folder, Object.fromEntries(paths.map((path) => [path, ""])));
}

describe("listFiles", () => {
  it("lists files in order, without git directories, nested repositories and ignored ones", async () => {
    createRepository(folder);
    createRepository(join(folder, "nested"));
    createFiles(["b.txt", "a/z.txt", "a/x.tmp", "a/keep.tmp", "nested/x.txt", "out/x.js"]);
    writeFiles(folder, { ".gitignore": "*.tmp\nout/\n", "a/.gitignore": "!keep.tmp\n" });
    expect(await listFiles(folder)).toEqual({
      paths: [".gitignore", "a/.gitignore", "a/keep.tmp", "a/z.txt", "b.txt"],
      isCut: false,
    });
  });

  it("lists all of 20,000 files, while other work continues", async () => {
    const paths = Array.from({ length: 20_000 }, (_, index) => `${index % 200}/${index}.txt`);
    createFiles(paths);
    let turns = 0;
    let isListed = false;
    const count = (): void => {
      turns++;
      if (!isListed) setImmediate(count);
    };
    setImmediate(count);
    const listed = await listFiles(folder);
    isListed = true;
    expect(listed).toEqual({ paths: paths.toSorted(), isCut: false });
    expect(turns).toBeGreaterThan(1);
  });

  it("cuts the list at the limit, with the files near the top first", async () => {
    createFiles(["a/deep/1.txt", "b.txt", "c.txt"]);
    expect(await listFiles(folder, { limit: 3 })).toMatchObject({ isCut: false });
    expect(await listFiles(folder, { limit: 2 })).toEqual({
      paths: ["b.txt", "c.txt"],
      isCut: true,
    });
  });

  it("looks at no more folders than the limit", async () => {
    createFiles(["a/1.txt", "b/1.txt", "c/1.txt"]);
    expect(await listFiles(folder, { limit: 3 })).toMatchObject({ isCut: true });
  });

  it.skipIf(process.platform === "win32")("lists links without following them", async () => {
    createFiles(["a/1.txt"]);
    symlinkSync("..", join(folder, "a/up"));
    expect((await listFiles(folder)).paths).toEqual(["a/1.txt", "a/up"]);
  });

  it.skipIf(process.platform === "win32")("leaves out folders that it cannot read", async () => {
    createFiles(["a.txt", "secret/b.txt"]);
    for (const around of [dirname(folder), folder]) chmodSync(around, 0o755);
    chmodSync(join(folder, "secret"), 0);
    // Root may read everything.
    const isRoot = process.geteuid?.() === 0;
    if (isRoot) process.seteuid?.("nobody");
    try {
      expect((await listFiles(folder)).paths).toEqual(["a.txt"]);
    } finally {
      if (isRoot) process.seteuid?.(0);
      chmodSync(join(folder, "secret"), 0o755);
    }
  });

  it("stops when it is aborted, and rejects if there is no such folder", async () => {
    const reason = new Error("no longer needed");
    await expect(listFiles(folder, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    await expect(listFiles(join(folder, "gone"))).rejects.toMatchObject({ code: "ENOENT" });
  });
});
