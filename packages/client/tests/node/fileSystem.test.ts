import { mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { nodeFileSystem } from "@acp-store/client/node";
import { createAcpStore } from "@acp-store/core";
import { beforeEach, describe, expect, it } from "vitest";
import { createTemporaryFolder } from "../support/temporaryFolder.js";

const sessionId = "s1";
let root = "";
let fs: ReturnType<typeof nodeFileSystem>;

beforeEach(async () => {
  root = await createTemporaryFolder();
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

describe("readTextFile", () => {
  it.each([
    [{}, "one\ntwo\nthree\r\nfour\n"],
    [{ line: 2 }, "two\nthree\r\nfour\n"],
    [{ line: 2, limit: 2 }, "two\nthree\r"],
    [{ limit: 1 }, "one"],
    [{ limit: 0 }, ""],
    [{ line: 99 }, ""],
    [{ line: 0, limit: 1 }, "one"],
  ])("returns the lines %o", async (range, content) => {
    expect(await read("project/lines.txt", range)).toBe(content);
  });

  it("rejects when the file does not exist", async () => {
    await expect(read("project/nothing.txt")).rejects.toMatchObject({ code: -32002 });
  });
});

describe("writeTextFile", () => {
  it("creates the file and its folders, or replaces its content", async () => {
    await write("project/src/deep/new.txt");
    expect(await read("project/src/deep/new.txt")).toBe("new");
    await write("project/src/deep/new.txt", "newer");
    expect(await readFile(join(root, "project/src/deep/new.txt"), "utf8")).toBe("newer");
  });

  it("writes to the additional directories of the session", async () => {
    await write("more/new.txt");
    expect(await read("more/new.txt")).toBe("new");
  });
});

describe("nodeFileSystem", () => {
  const invalidParams = { code: -32602 };

  it.each([
    ["in another folder", "outside/secret.txt"],
    ["whose name starts like a session directory", "project-two/x.txt"],
    ["with .. segments", "project/../outside/secret.txt"],
    ["of the parent folder", "."],
  ])("refuses a path %s", async (_kind, path) => {
    await expect(read(path)).rejects.toMatchObject(invalidParams);
    await expect(write(path)).rejects.toMatchObject(invalidParams);
  });

  it("refuses symbolic links that lead outside, even for files that do not exist", async () => {
    await symlink(join(root, "outside"), join(root, "project/link"));
    await symlink(join(root, "outside/secret.txt"), join(root, "project/secret.txt"));
    await symlink(join(root, "outside/nothing.txt"), join(root, "project/dangling.txt"));
    for (const path of ["link/secret.txt", "link/new/x.txt", "secret.txt", "dangling.txt"]) {
      await expect(read(`project/${path}`)).rejects.toMatchObject(invalidParams);
      await expect(write(`project/${path}`)).rejects.toMatchObject(invalidParams);
    }
    expect(await readFile(join(root, "outside/secret.txt"), "utf8")).toBe("secret");
  });

  it("refuses relative paths and unknown sessions", async () => {
    await expect(fs.readTextFile({ sessionId, path: "lines.txt" })).rejects.toMatchObject(
      invalidParams,
    );
    const path = join(root, "project/lines.txt");
    await expect(fs.readTextFile({ sessionId: "s2", path })).rejects.toMatchObject({
      code: -32002,
    });
  });

  it("accepts a symbolic link that leads into the session's directory", async () => {
    await symlink(join(root, "project"), join(root, "alias"));
    expect(await read("alias/lines.txt", { limit: 1 })).toBe("one");
  });
});
