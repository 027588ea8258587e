import { execFileSync } from "node:child_process";
import {
  appendFile,
  chmod,
  link,
  lstat,
  mkdir,
  open,
  readFile,
  readdir,
  readlink,
  stat,
  symlink,
  utimes,
  writeFile,
} from "node:fs/promises";
import { join } from "node:path";
import {
  type FileContent,
  isTemporaryFile,
  readFileContent,
  replaceFile,
  toContentId,
} from "@acp-store/client/node";
import { beforeEach, describe, expect, it } from "vitest";
import { createTemporaryFolder } from "../support/temporaryFolder.js";

let root = "";
let folder = "";

beforeEach(async () => {
  root = await createTemporaryFolder();
  folder = join(root, "project");
  await mkdir(folder);
  await mkdir(join(root, "outside"));
  await writeFile(join(root, "outside/secret.txt"), "secret");
  await writeFile(join(folder, "a.txt"), "old");
});

const regular = (text: string): FileContent => ({ bytes: Buffer.from(text), mode: "regular" });
const idOf = (text: string): string => toContentId(Buffer.from(text));
const ABSENT = toContentId(null);
const replace = (path: string, content: FileContent | null, expected: string) =>
  replaceFile({ folder, path, content, expected });
const readText = (path: string): Promise<string> => readFile(join(folder, path), "utf8");

describe("replaceFile", () => {
  it("replaces a file with the expected content", async () => {
    const { replaced, guarded } = await replace("a.txt", regular("new"), idOf("old"));
    expect([replaced, guarded]).toEqual([true, process.platform !== "win32"]);
    expect(await readText("a.txt")).toBe("new");
  });

  it("writes nothing if the content is another one", async () => {
    const result = await replace("a.txt", regular("new"), idOf("other"));
    expect(result.replaced).toBe(false);
    expect((await replace("a.txt", regular("new"), ABSENT)).replaced).toBe(false);
    expect((await replace("missing/b.txt", regular("new"), idOf("old"))).replaced).toBe(false);
    expect(await readText("a.txt")).toBe("old");
    expect(await readdir(folder)).toEqual(["a.txt"]);
  });

  it("creates a file with its folders, and leaves no temporary file", async () => {
    expect((await replace("deep/er/b.txt", regular("new"), ABSENT)).replaced).toBe(true);
    expect(await readText("deep/er/b.txt")).toBe("new");
    expect(await readdir(join(folder, "deep/er"))).toEqual(["b.txt"]);
  });

  it("removes a file", async () => {
    expect((await replace("a.txt", null, idOf("old"))).replaced).toBe(true);
    expect(await readFileContent(folder, "a.txt")).toBeNull();
    expect((await replace("a.txt", null, ABSENT)).replaced).toBe(true);
    expect((await replace("missing/a.txt", null, ABSENT)).replaced).toBe(true);
  });

  it("distinguishes an empty file from none", async () => {
    await replace("empty.txt", regular(""), ABSENT);
    expect((await readFileContent(folder, "empty.txt"))?.bytes.length).toBe(0);
    expect((await replace("empty.txt", null, ABSENT)).replaced).toBe(false);
  });

  it("keeps bytes that are not text", async () => {
    const bytes = Buffer.from([0, 255, 254, 13, 10, 128]);
    await replace("bytes", { bytes, mode: "regular" }, ABSENT);
    expect((await readFileContent(folder, "bytes"))?.bytes).toEqual(bytes);
  });

  it("replaces an empty folder, but not one with a file", async () => {
    await mkdir(join(folder, "empty"));
    await mkdir(join(folder, "full"));
    await writeFile(join(folder, "full/b.txt"), "b");
    expect((await replace("empty", regular("new"), ABSENT)).replaced).toBe(true);
    expect((await replace("full", regular("new"), ABSENT)).replaced).toBe(false);
    expect(await readText("full/b.txt")).toBe("b");
  });

  it("lets one of several replacements at once win", async () => {
    const results = await Promise.all(
      ["1", "2", "3", "4"].map((text) => replace("a.txt", regular(text), idOf("old"))),
    );
    expect(results.filter(({ replaced }) => replaced)).toHaveLength(1);
  });

  it("resolves with the bytes that a program writes to the old file", async () => {
    const handle = await open(join(folder, "a.txt"), "a");
    const { replaced, rescued } = await replace("a.txt", regular("new"), idOf("old"));
    await handle.write(" and more");
    await handle.close();
    expect(replaced).toBe(true);
    expect(Buffer.from((await rescued) ?? []).toString()).toBe("old and more");
    expect(await readText("a.txt")).toBe("new");
  });

  it("resolves with the bytes that a program writes to a removed file", async () => {
    const handle = await open(join(folder, "a.txt"), "a");
    const { rescued } = await replace("a.txt", null, idOf("old"));
    await handle.write("!");
    await handle.close();
    expect(Buffer.from((await rescued) ?? []).toString()).toBe("old!");
  });

  it("removes stale temporary files, and only those", async () => {
    const stale = ".acp-0123456789ab.tmp";
    const used = ".acp-ba9876543210.tmp";
    await mkdir(join(folder, "crashed"));
    for (const name of [stale, used, ".acp-notes"])
      await writeFile(join(folder, "crashed", name), "");
    await utimes(join(folder, "crashed", stale), 0, 0);
    await utimes(join(folder, "crashed/.acp-notes"), 0, 0);
    await replace("crashed/b.txt", regular("new"), ABSENT);
    expect((await readdir(join(folder, "crashed"))).toSorted()).toEqual([
      used,
      ".acp-notes",
      "b.txt",
    ]);
    await utimes(join(folder, "crashed", used), 0, 0);
    await replace("crashed/b.txt", regular("newer"), idOf("new"));
    expect(await readdir(join(folder, "crashed"))).not.toContain(used);
    expect(isTemporaryFile(`crashed/${used}`)).toBe(true);
    expect(isTemporaryFile("crashed/.acp-notes")).toBe(false);
  });
});

describe.runIf(process.platform !== "win32")("replaceFile on POSIX systems", () => {
  it("keeps the permissions, and changes only the executable bits", async () => {
    await chmod(join(folder, "a.txt"), 0o640);
    const mode = async (): Promise<number> => (await stat(join(folder, "a.txt"))).mode & 0o7777;
    await replace("a.txt", regular("1"), idOf("old"));
    expect(await mode()).toBe(0o640);
    await replace("a.txt", { bytes: Buffer.from("2"), mode: "executable" }, idOf("1"));
    expect(await mode()).toBe(0o750);
    expect((await readFileContent(folder, "a.txt"))?.mode).toBe("executable");
    await replace("a.txt", regular("3"), idOf("2"));
    expect(await mode()).toBe(0o640);
  });

  it("creates an executable file", async () => {
    await replace("run", { bytes: Buffer.from("#!/bin/sh\n"), mode: "executable" }, ABSENT);
    expect((await stat(join(folder, "run"))).mode & 0o100).toBe(0o100);
  });

  it("takes the target of a symbolic link for its content", async () => {
    const toLink = (target: string): FileContent => ({ bytes: Buffer.from(target), mode: "link" });
    await replace("link", toLink("../outside/secret.txt"), ABSENT);
    expect(await readFileContent(folder, "link")).toEqual(toLink("../outside/secret.txt"));
    await replace("link", toLink("a.txt"), idOf("../outside/secret.txt"));
    expect(await readlink(join(folder, "link"))).toBe("a.txt");
    await replace("link", regular("file"), idOf("a.txt"));
    expect((await lstat(join(folder, "link"))).isFile()).toBe(true);
    await replace("link", toLink("a.txt"), idOf("file"));
    expect(await readlink(join(folder, "link"))).toBe("a.txt");
    await replace("link", null, idOf("a.txt"));
    expect(await readFileContent(folder, "link")).toBeNull();
    expect(await readFile(join(root, "outside/secret.txt"), "utf8")).toBe("secret");
    expect(await readText("a.txt")).toBe("old");
  });

  it("keeps the other names of a file", async () => {
    await link(join(folder, "a.txt"), join(folder, "b.txt"));
    const { replaced, guarded } = await replace("a.txt", regular("x"), idOf("old"));
    expect([replaced, guarded]).toEqual([true, false]);
    expect(await readText("b.txt")).toBe("x");
    await replace("a.txt", null, idOf("x"));
    expect(await readText("b.txt")).toBe("x");
  });

  it.each(["link/secret.txt", "../outside/secret.txt", "./a.txt", "a//b", ""])(
    'refuses the path "%s"',
    async (path) => {
      await symlink(join(root, "outside"), join(folder, "link"));
      const refused = { name: "AcpFileError", reason: "outside_folder" };
      await expect(replace(path, regular("x"), idOf("secret"))).rejects.toMatchObject(refused);
      await expect(readFileContent(folder, path)).rejects.toMatchObject(refused);
    },
  );

  it("refuses an absolute path", async () => {
    await expect(readFileContent(folder, join(folder, "a.txt"))).rejects.toMatchObject({
      reason: "outside_folder",
    });
  });

  it("follows a symbolic link to a folder inside of the folder", async () => {
    await mkdir(join(folder, "src"));
    await symlink("src", join(folder, "alias"));
    await replace("alias/b.txt", regular("b"), ABSENT);
    expect(await readText("src/b.txt")).toBe("b");
  });

  it("refuses a named pipe", async () => {
    execFileSync("mkfifo", [join(folder, "pipe")]);
    const refused = { reason: "not_a_file" };
    await expect(readFileContent(folder, "pipe")).rejects.toMatchObject(refused);
    await expect(replace("pipe", regular("x"), ABSENT)).rejects.toMatchObject(refused);
  });

  it("accepts odd names", async () => {
    for (const name of ["-rf", "ü ñ\n'\"", "a\\b", "$(touch x)"]) {
      await replace(name, regular(name), ABSENT);
      expect(await readText(name)).toBe(name);
    }
  });
});

it("reads no file that is larger than the limit", async () => {
  expect(await readFileContent(folder, "a.txt", { maxBytes: 3 })).not.toBeNull();
  await expect(readFileContent(folder, "a.txt", { maxBytes: 2 })).rejects.toMatchObject({
    ...{ reason: "too_large", message: '"a.txt" has 3 bytes, and the limit is 2' },
  });
});

it("resolves with null for a folder and for a path below a file", async () => {
  await mkdir(join(folder, "src"));
  expect(await readFileContent(folder, "src")).toBeNull();
  expect(await readFileContent(folder, "a.txt/b.txt")).toBeNull();
  await appendFile(join(folder, "a.txt"), "!");
  expect(Buffer.from((await readFileContent(folder, "a.txt"))?.bytes ?? []).toString()).toBe(
    "old!",
  );
});
