import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { gitSnapshots, nodeFiles } from "@acp-store/review/node";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import {
  commitAll,
  createFolders,
  createRepository,
  readTree,
  runGit,
  writeFiles,
} from "../support/folders.js";
import { restore } from "../support/restore.js";

afterEach(() => void vi.unstubAllEnvs());

/** The user without rights, on most systems. */
const NOBODY = 65_534;

const KINDS = ["a clean repository", "autocrlf", "attributes", "no repository"];

/** Gives up the rights of root until the end of the test, because root can read every file. */
function actAsNobody(root: string, paths: readonly string[]): void {
  if (process.geteuid?.() !== 0) return;
  for (const path of paths) chownSync(path, NOBODY, NOBODY);
  // A program that is started gets the rights of root back.
  const { PATH = "" } = process.env;
  const command = `PATH="${PATH}" exec setpriv --reuid=${NOBODY} --keep-groups git "$@"`;
  writeFileSync(join(root, "git"), `#!/bin/sh\n${command}\n`, { mode: 0o755 });
  vi.stubEnv("PATH", `${root}:${PATH}`);
  process.seteuid?.(NOBODY);
  onTestFinished(() => process.seteuid?.(0));
}

/** Creates a folder with files of all kinds. */
async function createProject(kind: string): Promise<{ folder: string; dir: string; root: string }> {
  const folders = await createFolders();
  const { folder } = folders;
  if (kind !== "no repository") createRepository(folder);
  if (kind === "autocrlf") runGit(folder, "config", "core.autocrlf", "true");
  if (kind === "attributes")
    writeFiles(folder, { ".gitattributes": "*.txt text eol=crlf\n*.id ident\n*.bin filter=lfs\n" });
  writeFiles(folder, {
    ".gitignore": "ignored/\n*.log\n",
    "crlf.txt": "a\r\nb\r\n",
    "lf.txt": "a\nb\n",
    "mixed.txt": "a\r\nb\nc",
    "bom.txt": "\uFEFFx",
    "empty.txt": "",
    "x.id": "$Id$\n",
    "bytes.bin": Buffer.from([0, 1, 255, 13, 10]),
    "run.sh": "#!/bin/sh\n",
    "ignored/secret": "s",
    "ü/ñ name\n.txt": "odd",
    "-rf": "dash",
    ":(top)x": "magic",
    "becomes-folder": "file",
  });
  chmodSync(join(folder, "run.sh"), 0o755);
  symlinkSync("lf.txt", join(folder, "link"));
  if (kind !== "no repository") {
    commitAll(folder);
    writeFiles(folder, { "untracked.txt": "mine", "lf.txt": "a\nb\nstaged\n" });
    runGit(folder, "add", "lf.txt");
    writeFiles(folder, { "lf.txt": "a\nb\nnot staged\n" });
  }
  return folders;
}

/** Does what an agent could do with a command. */
function changeFiles(folder: string): void {
  writeFiles(folder, {
    ".gitignore": "",
    "crlf.txt": "A\r\nb\r\n",
    "mixed.txt": "a\r\nB\nc\n",
    "new.txt": "n\r\n",
    "empty.txt": "full",
    "bytes.bin": Buffer.from([0]),
    "ignored/secret": "changed",
    "x.log": "log",
    "-rf": "changed",
    ":(top)x": "changed",
  });
  for (const path of ["bom.txt", "link", "ü", "becomes-folder"])
    rmSync(join(folder, path), { recursive: true });
  writeFiles(folder, { link: "a file", "becomes-folder/x.txt": "x" });
  chmodSync(join(folder, "run.sh"), 0o644);
}

const CHANGED = [
  "-rf",
  ".gitignore",
  ":(top)x",
  "becomes-folder",
  "becomes-folder/x.txt",
  "bom.txt",
  "bytes.bin",
  "crlf.txt",
  "empty.txt",
  "link",
  "mixed.txt",
  "new.txt",
  "run.sh",
  "x.log",
  "ü/ñ name\n.txt",
];

/** Returns everything in the user's repository that snapshots must not change. */
function readUserState(folder: string): unknown {
  if (!existsSync(join(folder, ".git"))) return undefined;
  return [
    readFileSync(join(folder, ".git/index"), "hex"),
    readFileSync(join(folder, ".git/HEAD"), "utf8"),
    readFileSync(join(folder, ".git/config"), "utf8"),
    runGit(folder, "for-each-ref"),
    runGit(folder, "stash", "list"),
    runGit(folder, "count-objects", "-v"),
  ];
}

describe.each(KINDS)("gitSnapshots of a folder with %s", (kind) => {
  it("restores bytes, modes, links and names exactly, and leaves the user's repository alone", async () => {
    const { folder, dir } = await createProject(kind);
    const userState = readUserState(folder);
    const before = readTree(folder);
    const snapshots = await gitSnapshots(folder, dir);
    const first = await snapshots.take();
    expect(first.leftOut).toEqual(["ignored/"]);

    changeFiles(folder);
    const changed = readTree(folder);
    const second = await snapshots.take();
    expect((await snapshots.compare(first, second)).toSorted()).toEqual(CHANGED.toSorted());
    expect(readUserState(folder)).toEqual(userState);

    if (userState !== undefined) {
      runGit(folder, "reflog", "expire", "--expire=now", "--all");
      runGit(folder, "gc", "--quiet", "--prune=now");
    }
    await restore(snapshots, folder, first);
    const { "ignored/secret": secret, ...restored } = readTree(folder);
    expect(restored).toEqual({ ...before, "ignored/secret": undefined });
    expect(secret).toBe(changed["ignored/secret"]);

    await restore(snapshots, folder, second);
    expect(readTree(folder)).toEqual(changed);
  });

  it("finds no difference if nothing has changed", async () => {
    const { folder, dir } = await createProject(kind);
    const snapshots = await gitSnapshots(folder, dir);
    const first = await snapshots.take();
    expect(await snapshots.take()).toEqual(first);
    const reopened = await gitSnapshots(folder, dir);
    expect(await reopened.take()).toEqual(first);
    expect(await reopened.read(first, "lf.txt")).toMatchObject({ mode: "regular" });
  });
});

describe("gitSnapshots", () => {
  it("keeps contents that only the user's repository had, after it is removed", async () => {
    const { folder, dir } = await createProject("a clean repository");
    const snapshots = await gitSnapshots(folder, dir);
    const first = await snapshots.take();
    await snapshots.take();
    rmSync(join(folder, ".git"), { recursive: true });
    expect((await snapshots.read(first, "crlf.txt"))?.bytes.toString()).toBe("a\r\nb\r\n");
    writeFiles(folder, { "lf.txt": "changed" });
    expect(await snapshots.compare(first, await snapshots.take())).toEqual(["lf.txt"]);
  });

  it("saves all contents if the user's repository lacks some of them", async () => {
    const { folder, dir } = await createProject("a clean repository");
    const object = runGit(folder, "rev-parse", "HEAD:crlf.txt").trim();
    rmSync(join(folder, ".git/objects", object.slice(0, 2), object.slice(2)));
    const snapshots = await gitSnapshots(folder, dir);
    const first = await snapshots.take();
    expect((await snapshots.read(first, "crlf.txt"))?.bytes.toString()).toBe("a\r\nb\r\n");
    expect(await snapshots.take()).toEqual(first);
  });

  it("leaves out nested repositories, and reports them", async () => {
    const { folder, dir } = await createFolders();
    createRepository(folder);
    writeFiles(folder, { "a.txt": "a" });
    createRepository(join(folder, "with-commit"));
    writeFiles(folder, { "with-commit/x.txt": "x" });
    commitAll(join(folder, "with-commit"));
    const snapshots = await gitSnapshots(folder, dir);
    const first = await snapshots.take();
    expect(first.leftOut).toEqual(["with-commit/"]);

    createRepository(join(folder, "deep/empty"));
    writeFiles(folder, { "with-commit/x.txt": "y", "deep/empty/x.txt": "x", "b.txt": "b" });
    const second = await snapshots.take();
    expect(second).toMatchObject({ leftOut: ["deep/empty/", "with-commit/"], unreadable: [] });
    expect(await snapshots.compare(first, second)).toEqual(["b.txt"]);

    rmSync(join(folder, "deep/empty/.git"), { recursive: true });
    const third = await snapshots.take();
    expect(third.leftOut).toEqual(["with-commit/"]);
    expect(await snapshots.compare(second, third)).toEqual([]);
    expect(await snapshots.read(third, "deep/empty/x.txt")).not.toBeNull();
  });

  it("leaves out submodules of the user", async () => {
    const { root, folder, dir } = await createFolders();
    createRepository(folder);
    createRepository(join(root, "library"));
    writeFiles(join(root, "library"), { "x.txt": "x" });
    commitAll(join(root, "library"));
    runGit(
      folder,
      "-c",
      "protocol.file.allow=always",
      "submodule",
      "add",
      join(root, "library"),
      "lib",
    );
    commitAll(folder);
    const snapshots = await gitSnapshots(folder, dir);
    const first = await snapshots.take();
    expect(first.leftOut).toEqual(["lib/"]);
    writeFiles(folder, { "lib/x.txt": "y" });
    expect(await snapshots.compare(first, await snapshots.take())).toEqual([]);
  });

  it.each([
    ["the default file", { "git/ignore": "*.tmp\n" }],
    [
      "a file of the user's settings",
      { ".gitconfig": "[core]\nexcludesFile = ~/x\n", x: "*.tmp\n" },
    ],
  ])("honors info/exclude and the globally ignored paths of %s", async (_kind, settings) => {
    const { root, folder, dir } = await createFolders();
    vi.stubEnv("HOME", join(root, "home"));
    vi.stubEnv("XDG_CONFIG_HOME", join(root, "home"));
    writeFiles(join(root, "home"), settings);
    createRepository(folder);
    writeFiles(folder, {
      ".git/info/exclude": "private/\n",
      "private/x": "x",
      "y.tmp": "y",
      "z.txt": "z",
    });
    const snapshots = await gitSnapshots(folder, dir);
    const snapshot = await snapshots.take();
    expect(snapshot.leftOut).toEqual(["private/", "y.tmp"]);
    expect(await snapshots.read(snapshot, "y.tmp")).toBeNull();
  });

  it("continues after a crash in the middle of a snapshot", async () => {
    const { folder, dir } = await createProject("a clean repository");
    const first = await (await gitSnapshots(folder, dir)).take();
    writeFiles(dir, { "index.lock": "half" });
    writeFiles(folder, { "lf.txt": "changed" });
    const snapshots = await gitSnapshots(folder, dir);
    expect(await snapshots.compare(first, await snapshots.take())).toEqual(["lf.txt"]);
  });

  it("describes a folder inside of a repository by its own paths", async () => {
    const { folder: top, dir } = await createFolders();
    createRepository(top);
    writeFiles(top, {
      ".gitignore": "*.log\n",
      "outside.txt": "o",
      "sub/a.txt": "a",
      "sub/b.log": "b",
    });
    commitAll(top);
    const snapshots = await gitSnapshots(join(top, "sub"), dir);
    const first = await snapshots.take();
    expect(first.leftOut).toEqual(["b.log"]);
    writeFiles(top, { "outside.txt": "changed", "sub/a.txt": "changed" });
    const second = await snapshots.take();
    expect(await snapshots.compare(first, second)).toEqual(["a.txt"]);
    rmSync(join(top, "sub/a.txt"));
    expect(await snapshots.compare(first, await snapshots.take())).toEqual(["a.txt"]);
  });

  it("describes a folder that a repository around it ignores", async () => {
    const { folder: top, dir } = await createFolders();
    createRepository(top);
    writeFiles(top, { ".gitignore": "*\n", "sub/a.txt": "a" });
    const snapshots = await gitSnapshots(join(top, "sub"), dir);
    expect(await snapshots.read(await snapshots.take(), "a.txt")).not.toBeNull();
  });

  it("leaves out its own data inside of the folder", async () => {
    const { folder } = await createFolders();
    writeFiles(folder, { "a.txt": "a" });
    const snapshots = await gitSnapshots(folder, join(folder, "review [data]"));
    const first = await snapshots.take();
    const second = await snapshots.take();
    expect(first.leftOut).toEqual(["review [data]/"]);
    expect(await snapshots.compare(first, second)).toEqual([]);
  });

  it("sees the bytes of files that the user's index tells git not to look at", async () => {
    const { folder, dir } = await createFolders();
    createRepository(folder);
    writeFiles(folder, { "a.txt": "a" });
    commitAll(folder);
    runGit(folder, "update-index", "--assume-unchanged", "a.txt");
    writeFiles(folder, { "a.txt": "changed by the user" });
    const snapshots = await gitSnapshots(folder, dir);
    const content = await snapshots.read(await snapshots.take(), "a.txt");
    expect(content?.bytes.toString()).toBe("changed by the user");
  });

  it("runs no program of the folder's settings", async () => {
    const { root, folder, dir } = await createFolders();
    createRepository(folder);
    const trap = join(root, "trap");
    writeFiles(root, { "trap.sh": `#!/bin/sh\ntouch '${trap}'\ncat\n` });
    chmodSync(join(root, "trap.sh"), 0o755);
    const program = join(root, "trap.sh");
    writeFiles(folder, { ".gitattributes": "* filter=trap diff=trap\n", "a.txt": "a" });
    commitAll(folder);
    for (const name of [
      "core.fsmonitor",
      "filter.trap.clean",
      "filter.trap.process",
      "diff.trap.textconv",
    ])
      runGit(folder, "config", name, program);
    mkdirSync(join(folder, ".git/hooks"), { recursive: true });
    writeFiles(folder, { ".git/hooks/post-index-change": `#!/bin/sh\ntouch '${trap}'\n` });
    chmodSync(join(folder, ".git/hooks/post-index-change"), 0o755);
    vi.stubEnv("GIT_DIR", join(root, "elsewhere"));
    vi.stubEnv("GIT_CONFIG_COUNT", "1");
    vi.stubEnv("GIT_CONFIG_KEY_0", "core.fsmonitor");
    vi.stubEnv("GIT_CONFIG_VALUE_0", program);
    const snapshots = await gitSnapshots(folder, dir);
    const first = await snapshots.take();
    writeFiles(folder, { "a.txt": "b", "b.txt": "b" });
    expect(await snapshots.compare(first, await snapshots.take())).toEqual(["a.txt", "b.txt"]);
    vi.unstubAllEnvs();
    expect(existsSync(trap)).toBe(false);
    runGit(folder, "add", "--all");
    expect(existsSync(trap)).toBe(true);
  });

  it("keeps what a kept snapshot needs, and removes the rest", async () => {
    const { folder, dir } = await createProject("a clean repository");
    const snapshots = await gitSnapshots(folder, dir);
    const first = await snapshots.take();
    writeFiles(folder, { "lf.txt": "second" });
    const second = await snapshots.take();
    writeFiles(folder, { "lf.txt": "third" });
    const third = await snapshots.take();
    await snapshots.prune([first, third]);
    expect(await snapshots.compare(first, third)).toEqual(["lf.txt"]);
    expect((await snapshots.read(first, "lf.txt"))?.bytes.toString()).toContain("not staged");
    await expect(snapshots.read(second, "lf.txt")).rejects.toMatchObject({
      name: "AcpSnapshotError",
      reason: "unknown_snapshot",
    });
    await snapshots.prune([third]);
    await expect(snapshots.read(first, "lf.txt")).rejects.toMatchObject({
      reason: "unknown_snapshot",
    });
  });

  it("takes a snapshot of an empty folder, and of a rename as a deletion and an addition", async () => {
    const { folder, dir } = await createFolders();
    const snapshots = await gitSnapshots(folder, dir);
    const empty = await snapshots.take();
    writeFiles(folder, { "a.txt": "same" });
    const one = await snapshots.take();
    renameSync(join(folder, "a.txt"), join(folder, "b.txt"));
    expect(await snapshots.compare(one, await snapshots.take())).toEqual(["a.txt", "b.txt"]);
    expect(await snapshots.compare(empty, one)).toEqual(["a.txt"]);
    expect(await snapshots.read(empty, "a.txt")).toBeNull();
  });

  it("does not see temporary files of a replacement", async () => {
    const { folder, dir } = await createFolders();
    const snapshots = await gitSnapshots(folder, dir);
    const empty = await snapshots.take();
    writeFiles(folder, { ".acp-0123456789ab.tmp": "half" });
    expect(await snapshots.compare(empty, await snapshots.take())).toEqual([]);
  });

  it("lists files that cannot be read", async () => {
    const { root, folder, dir } = await createFolders();
    writeFiles(folder, { "a.txt": "a", "b.txt": "b" });
    mkdirSync(dir, { recursive: true });
    actAsNobody(root, [root, folder, dir, join(folder, "a.txt"), join(folder, "b.txt")]);
    const snapshots = await gitSnapshots(folder, dir);
    const first = await snapshots.take();
    writeFiles(folder, { "a.txt": "changed", "b.txt": "changed" });
    chmodSync(join(folder, "a.txt"), 0o000);
    const second = await snapshots.take();
    expect(second.unreadable).toEqual(["a.txt"]);
    expect(await snapshots.compare(first, second)).toEqual(["b.txt"]);
  });

  it("rejects if git is not installed", async () => {
    const { root, folder, dir } = await createFolders();
    vi.stubEnv("PATH", root);
    await expect(gitSnapshots(folder, dir)).rejects.toMatchObject({ reason: "git_missing" });
  });

  it("keeps the files of a folder unchanged", async () => {
    const { folder, dir } = await createProject("attributes");
    const before = readTree(folder);
    await (await gitSnapshots(folder, dir)).take();
    expect(readTree(folder)).toEqual(before);
    expect((await nodeFiles(folder).read("x.id"))?.bytes.toString()).toBe("$Id$\n");
  });
});
