import { chmodSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { copySnapshots } from "@acp-store/review/node";
import { describe, expect, it } from "vitest";
import { createFolders, createRepository, readTree, writeFiles } from "../support/folders.js";
import { restore } from "../support/restore.js";

describe("copySnapshots", () => {
  it("restores bytes, modes, links and names exactly", async () => {
    const { folder, dir } = await createFolders();
    writeFiles(folder, {
      ".gitignore": "ignored/\n*.log\n!kept.log\n",
      "crlf.txt": "a\r\nb",
      "bytes.bin": Buffer.from([0, 255]),
      "empty.txt": "",
      "run.sh": "#!/bin/sh\n",
      "ü/ñ name\n.txt": "odd",
      "-rf": "dash",
      "ignored/secret": "s",
      "kept.log": "k",
      "becomes-folder": "file",
    });
    chmodSync(join(folder, "run.sh"), 0o755);
    symlinkSync("crlf.txt", join(folder, "link"));
    const before = readTree(folder);
    const snapshots = await copySnapshots(folder, dir);
    const first = await snapshots.take();
    expect(first).toMatchObject({ leftOut: ["ignored/"], unreadable: [] });
    expect(await snapshots.take()).toEqual(first);

    writeFiles(folder, {
      ".gitignore": "",
      "crlf.txt": "a\n",
      "ignored/secret": "t",
      "new.txt": "n",
    });
    for (const path of ["empty.txt", "link", "ü", "becomes-folder", "kept.log"])
      rmSync(join(folder, path), { recursive: true });
    writeFiles(folder, { link: "file", "becomes-folder/x": "x" });
    chmodSync(join(folder, "run.sh"), 0o644);
    const second = await snapshots.take();
    expect(await snapshots.compare(first, second)).not.toContain("ignored/secret");

    await restore(snapshots, folder, first);
    expect(readTree(folder)).toEqual({ ...before, "ignored/secret": "regular 74" });
    expect(await snapshots.read(second, "link")).toMatchObject({ mode: "regular" });
    expect(await snapshots.read(second, "empty.txt")).toBeNull();
  });

  it("sees a change that keeps the size of a file", async () => {
    const { folder, dir } = await createFolders();
    writeFiles(folder, { "a.txt": "1" });
    const snapshots = await copySnapshots(folder, dir);
    const first = await snapshots.take();
    writeFiles(folder, { "a.txt": "2" });
    expect(await snapshots.compare(first, await snapshots.take())).toEqual(["a.txt"]);
  });

  it("leaves out nested repositories, and its own data", async () => {
    const { folder } = await createFolders();
    createRepository(join(folder, "nested"));
    writeFiles(folder, { "nested/x.txt": "x", "a.txt": "a" });
    const snapshots = await copySnapshots(folder, join(folder, "data"));
    await snapshots.take();
    const { leftOut } = await snapshots.take();
    expect(leftOut).toEqual(["data/", "nested/"]);
  });

  it("rejects for a folder with more than 20,000 files", async () => {
    const { folder, dir } = await createFolders();
    for (let index = 0; index <= 20_000; index++) writeFileSync(join(folder, `${index}`), "");
    const snapshots = await copySnapshots(folder, dir);
    await expect(snapshots.take()).rejects.toMatchObject({
      name: "AcpSnapshotError",
      reason: "too_large",
    });
  });

  it("rejects for a folder with more than 200 MB", async () => {
    const { folder, dir } = await createFolders();
    writeFiles(folder, { "a.txt": "a\n", "large.bin": "" });
    truncateSync(join(folder, "large.bin"), 200_000_000);
    const snapshots = await copySnapshots(folder, dir);
    await expect(snapshots.take()).rejects.toMatchObject({ reason: "too_large" });
  });

  it("rejects for a snapshot that does not exist", async () => {
    const { folder, dir } = await createFolders();
    const snapshots = await copySnapshots(folder, dir);
    const unknown = { id: "0".repeat(64), leftOut: [], unreadable: [] };
    await expect(snapshots.read(unknown, "a.txt")).rejects.toMatchObject({
      reason: "unknown_snapshot",
    });
  });

  it("keeps what kept snapshots need when it is pruned", async () => {
    const { folder, dir } = await createFolders();
    writeFiles(folder, { "a.txt": "1" });
    const snapshots = await copySnapshots(folder, dir);
    const first = await snapshots.take();
    await snapshots.prune([first]);
    expect((await snapshots.read(first, "a.txt"))?.bytes.toString()).toBe("1");
  });
});
