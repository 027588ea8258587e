import { appendFileSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { nodeFiles } from "@acp-store/review/node";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { createFolders, createRepository, writeFiles } from "../support/folders.js";

/** The longest time in milliseconds until the system reports a change. */
const WAIT = 60_000;
let folder = "";
let root = "";
let reports: (readonly string[])[] = [];

beforeEach(async () => {
  ({ folder, root } = await createFolders());
  reports = [];
});

function startWatching(): void {
  onTestFinished(nodeFiles(folder).watch((paths) => reports.push(paths)));
}

const seen = (): Set<string> => new Set(reports.flat());
const waitFor = (...paths: readonly string[]): Promise<void> =>
  vi.waitFor(() => expect([...seen()]).toEqual(expect.arrayContaining([...paths])), WAIT);

describe("watch of nodeFiles", () => {
  it("reports created, changed, replaced and removed files", async () => {
    writeFiles(folder, { "changed.txt": "", "src/replaced.txt": "", "src/removed.txt": "" });
    startWatching();
    appendFileSync(join(folder, "changed.txt"), "x");
    writeFiles(folder, { "src/created.txt": "", "src/new": "" });
    renameSync(join(folder, "src/new"), join(folder, "src/replaced.txt"));
    rmSync(join(folder, "src/removed.txt"));
    const paths = ["changed.txt", "src/created.txt", "src/replaced.txt", "src/removed.txt"];
    await vi.waitFor(() => expect([...seen()]).toEqual(expect.arrayContaining(paths)), WAIT);
  });

  it("reports all files of new folders, however fast they are created", async () => {
    startWatching();
    const paths = Array.from({ length: 100 }, (_, index) => `new${index}/a/b/x.txt`);
    for (const path of paths) writeFiles(folder, { [path]: "x" });
    await waitFor(...paths);
    writeFiles(folder, { "new7/a/b/later.txt": "x" });
    await waitFor("new7/a/b/later.txt");
    expect(paths.filter((path) => !seen().has(path))).toEqual([]);
  });

  it("reports the files of a folder that was moved in, and a folder that was moved away", async () => {
    writeFiles(folder, { "away/a.txt": "a" });
    writeFiles(root, { "elsewhere/deep/b.txt": "b" });
    startWatching();
    renameSync(join(root, "elsewhere"), join(folder, "in"));
    renameSync(join(folder, "away"), join(root, "gone"));
    await waitFor("in/deep/b.txt", "away");
    writeFileSync(join(folder, "in/deep/c.txt"), "c");
    await waitFor("in/deep/c.txt");
    writeFileSync(join(root, "gone/late.txt"), "");
    writeFileSync(join(folder, "end.txt"), "");
    await waitFor("end.txt");
    expect(seen()).not.toContain("away/late.txt");
  });

  it("reports a folder that took the place of another one, with its files", async () => {
    writeFiles(folder, { "src/old.txt": "a" });
    writeFiles(root, { "next/new.txt": "b" });
    startWatching();
    renameSync(join(folder, "src"), join(root, "old"));
    renameSync(join(root, "next"), join(folder, "src"));
    await waitFor("src", "src/new.txt");
    writeFileSync(join(folder, "src/later.txt"), "");
    await waitFor("src/later.txt");
    expect(seen()).not.toContain("src/old.txt");
  });

  it("does not report ignored files, git directories and nested repositories", async () => {
    createRepository(folder);
    createRepository(join(folder, "nested"));
    writeFiles(folder, { ".gitignore": "node_modules/\n*.log\n", "node_modules/a/x.js": "" });
    startWatching();
    writeFiles(folder, {
      "node_modules/a/x.js": "changed",
      "node_modules/b/y.js": "",
      "nested/x.txt": "",
      ".git/x": "",
      "out.log": "",
      ".acp-0123456789ab.tmp": "",
      "end.txt": "",
    });
    await waitFor("end.txt");
    writeFiles(folder, { "last.txt": "" });
    await waitFor("last.txt");
    expect(seen()).toEqual(new Set(["end.txt", "last.txt"]));
  });

  it("follows a `.gitignore` that is created and changed", async () => {
    writeFiles(folder, { "dist/old.js": "", "src/a.ts": "" });
    startWatching();
    writeFiles(folder, { ".gitignore": "node_modules/\ndist/\n" });
    await waitFor(".gitignore");
    writeFiles(folder, { "node_modules/a/x.js": "", "dist/new.js": "", "end.txt": "" });
    await waitFor("end.txt");
    expect(seen()).toEqual(new Set([".gitignore", "end.txt"]));
    reports = [];
    writeFiles(folder, { ".gitignore": "node_modules/\n", "src/new/b.ts": "" });
    await waitFor(".gitignore", "src/new/b.ts");
    writeFiles(folder, { "dist/new.js": "changed", "node_modules/a/x.js": "changed" });
    await waitFor("dist/new.js");
    expect(seen()).toEqual(new Set([".gitignore", "src/new/b.ts", "dist/new.js"]));
  });

  it("does not report what a `.gitignore` ignores that was written in the same moment", async () => {
    startWatching();
    writeFiles(folder, { "cache/README.md": "" });
    await waitFor("cache/README.md");
    writeFiles(folder, { "cache/data/x": "", "cache/.gitignore": "*", "end.txt": "" });
    await waitFor("end.txt");
    writeFiles(folder, { "cache/later": "", "last.txt": "" });
    await waitFor("last.txt");
    expect(seen()).toEqual(new Set(["cache/README.md", "end.txt", "last.txt"]));
  });

  it("reports many changes at once, each once", async () => {
    startWatching();
    const paths = Array.from({ length: 50 }, (_, index) => `${index}.txt`);
    for (const path of paths) {
      writeFiles(folder, { [path]: "1" });
      writeFiles(folder, { [path]: "2" });
    }
    await waitFor(...paths);
    expect(reports.length).toBeLessThan(paths.length);
    for (const report of reports) expect(new Set(report).size).toBe(report.length);
  });

  it.skipIf(process.platform === "win32")("reports a link, and does not follow it", async () => {
    mkdirSync(join(root, "outside"));
    startWatching();
    symlinkSync(join(root, "outside"), join(folder, "link"));
    await waitFor("link");
    writeFileSync(join(root, "outside/x.txt"), "");
    writeFileSync(join(folder, "end.txt"), "");
    await waitFor("end.txt");
    expect(seen()).not.toContain("link/x.txt");
  });

  it("reports nothing after it was stopped", async () => {
    const stop = nodeFiles(folder).watch((paths) => reports.push(paths));
    const other: (readonly string[])[] = [];
    onTestFinished(nodeFiles(folder).watch((paths) => other.push(paths)));
    stop();
    writeFiles(folder, { "a.txt": "" });
    await vi.waitFor(() => expect(other.flat()).toContain("a.txt"), WAIT);
    expect(reports).toEqual([]);
  });
});
