import { mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { nodeFileSystem } from "@acp-store/client/node";
import { createAcpStore } from "@acp-store/core";
import { beforeEach, describe, expect, it } from "vitest";
import { temporaryFolder } from "../support/temporaryFolder.js";

const sessionId = "s1";
let root = "";
let fs: ReturnType<typeof nodeFileSystem>;

beforeEach(async () => {
  root = await temporaryFolder();
  for (const folder of ["project", "more", "outside"]) await mkdir(join(root, folder));
  await writeFile(join(root, "project/lines.txt"), "one\ntwo\nthree\r\nfour\n");
  await writeFile(join(root, "outside/secret.txt"), "secret");
  const store = createAcpStore();
  const additionalDirectories = [join(root, "more")];
  store.openSession({ sessionId, cwd: join(root, "project"), additionalDirectories });
  fs = nodeFileSystem(store);
});

const read = async (path: string, range: { line?: number; limit?: number } = {}) =>
  (await fs.readTextFile({ sessionId, path: join(root, path), ...range })).content;
const write = (path: string, content = "new") =>
  fs.writeTextFile({ sessionId, path: join(root, path), content });

describe("reading", () => {
  it.each([
    [{}, "one\ntwo\nthree\r\nfour\n"],
    [{ line: 2 }, "two\nthree\r\nfour\n"],
    [{ line: 2, limit: 2 }, "two\nthree\r"],
    [{ limit: 1 }, "one"],
    [{ limit: 0 }, ""],
    [{ line: 99 }, ""],
    [{ line: 0, limit: 1 }, "one"],
  ])("gives the lines %o", async (range, content) => {
    expect(await read("project/lines.txt", range)).toBe(content);
  });

  it("says that there is no such file", async () => {
    await expect(read("project/nothing.txt")).rejects.toMatchObject({ code: -32002 });
  });
});

describe("writing", () => {
  it("makes the file and its folders, or replaces what is there", async () => {
    await write("project/src/deep/new.txt");
    expect(await read("project/src/deep/new.txt")).toBe("new");
    await write("project/src/deep/new.txt", "newer");
    expect(await readFile(join(root, "project/src/deep/new.txt"), "utf8")).toBe("newer");
  });

  it("is fine in the other directories of the session", async () => {
    await write("more/new.txt");
    expect(await read("more/new.txt")).toBe("new");
  });
});

describe("what is outside of the session's directories", () => {
  const refusal = { code: -32602 };

  it.each([
    ["another folder", "outside/secret.txt"],
    ["one that begins like the session's", "project-two/x.txt"],
    ["the way up", "project/../outside/secret.txt"],
    ["the folder above", "."],
  ])("is not to be had: %s", async (_what, path) => {
    await expect(read(path)).rejects.toMatchObject(refusal);
    await expect(write(path)).rejects.toMatchObject(refusal);
  });

  it("is not to be had through links either, also for what is not there yet", async () => {
    await symlink(join(root, "outside"), join(root, "project/link"));
    await symlink(join(root, "outside/secret.txt"), join(root, "project/secret.txt"));
    await symlink(join(root, "outside/nothing.txt"), join(root, "project/dangling.txt"));
    for (const path of ["link/secret.txt", "link/new/x.txt", "secret.txt", "dangling.txt"]) {
      await expect(read(`project/${path}`)).rejects.toMatchObject(refusal);
      await expect(write(`project/${path}`)).rejects.toMatchObject(refusal);
    }
    expect(await readFile(join(root, "outside/secret.txt"), "utf8")).toBe("secret");
  });

  it("is not reached by a relative path, nor by a session that nobody knows", async () => {
    await expect(fs.readTextFile({ sessionId, path: "lines.txt" })).rejects.toMatchObject(refusal);
    const path = join(root, "project/lines.txt");
    await expect(fs.readTextFile({ sessionId: "s2", path })).rejects.toMatchObject({
      code: -32002,
    });
  });

  it("may be where a link of the session's own folder leads", async () => {
    await symlink(join(root, "project"), join(root, "alias"));
    expect(await read("alias/lines.txt", { limit: 1 })).toBe("one");
  });
});
