import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmod,
  link,
  mkdir,
  open,
  readdir,
  readFile,
  readlink,
  stat,
  symlink,
  truncate,
  writeFile,
} from "node:fs/promises";
import { join } from "node:path";
import { nodeFileSystem } from "@acp-store/client/node";
import { type AcpStore, createAcpStore, selectChangedFiles } from "@acp-store/core";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { createTemporaryFolder } from "../support/temporaryFolder.js";

const sessionId = "s1";
let root = "";
let store: AcpStore;
let fs: ReturnType<typeof nodeFileSystem>;

beforeEach(async () => {
  root = await createTemporaryFolder();
  for (const folder of ["project", "more", "outside"]) await mkdir(join(root, folder));
  await writeFile(join(root, "project/lines.txt"), "one\ntwo\nthree\r\nfour\n");
  await writeFile(join(root, "outside/secret.txt"), "secret");
  store = createAcpStore();
  const additionalDirectories = [join(root, "more")];
  store.openSession({ sessionId, cwd: join(root, "project"), additionalDirectories });
  fs = nodeFileSystem(store);
});

const read = async (path: string, range: { line?: number; limit?: number } = {}) =>
  (await fs.readTextFile({ sessionId, path: join(root, path), ...range })).content;
const write = (path: string, content = "new") =>
  fs.writeTextFile({ sessionId, path: join(root, path), content });

describe("the list of changed files", () => {
  const changed = () =>
    selectChangedFiles(store.getState(), sessionId).map(
      ({ path, operation, added, removed }) =>
        `${operation} ${path.slice(root.length + 1)} +${added} -${removed}`,
    );

  it("contains each written file, with the lines since before its first write", async () => {
    await write("project/new.txt", "1\n2\n");
    await write("project/lines.txt", "one\n2\nthree\r\nfour\n");
    await write("project/new.txt", "1\n2\n3\n");
    expect(changed()).toEqual(["add project/new.txt +3 -0", "modify project/lines.txt +1 -1"]);
  });

  it("contains a large file without numbers, and no file that could not be written", async () => {
    await writeFile(join(root, "project/large.txt"), "line\n".repeat(300_000));
    await write("project/large.txt", "small\n");
    await expect(write("outside/secret.txt")).rejects.toThrow("outside");
    expect(changed()).toEqual(["modify project/large.txt +0 -0"]);
  });
});

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

it("reads at most 16 files at once, and all of them in the end", async () => {
  const text = "x".repeat(5_000_000);
  await writeFile(join(root, "project/big.txt"), text);
  const openFiles = async (): Promise<number> => {
    const links = (await readdir("/proc/self/fd")).map((fd) =>
      readlink(`/proc/self/fd/${fd}`).catch(() => ""),
    );
    return (await Promise.all(links)).filter((target) => target.endsWith("/big.txt")).length;
  };
  const reads = Promise.all(Array.from({ length: 60 }, () => read("project/big.txt")));
  let isReading = true;
  void reads.then(() => (isReading = false));
  const counts: number[] = [];
  while (isReading) counts.push(await openFiles());
  expect((await reads).every((content) => content === text)).toBe(true);
  expect(Math.max(...counts)).toBeGreaterThan(1);
  expect(Math.max(...counts)).toBeLessThanOrEqual(16);
});

describe("readTextFile of a large file", () => {
  const size = 700_000_000;
  /** Creates a file whose lines are followed by a hole. */
  const createLargeFile = async (text: string): Promise<void> => {
    await writeFile(join(root, "project/large.log"), text);
    await truncate(join(root, "project/large.log"), size);
  };

  it("returns the requested lines", async () => {
    const lines = Array.from({ length: 200_000 }, (_, index) => `line ${index + 1} é`);
    await createLargeFile(lines.join("\n"));
    expect(await read("project/large.log", { line: 150_000, limit: 10 })).toBe(
      lines.slice(149_999, 150_009).join("\n"),
    );
  });

  it("rejects a request for the whole file with its size and a hint", async () => {
    await createLargeFile("one\n");
    await expect(read("project/large.log")).rejects.toMatchObject({
      code: -32602,
      message: expect.stringMatching(/has 700000000 bytes.*line and limit/) as string,
    });
  });

  it("rejects lines that are too large", async () => {
    await createLargeFile("one\n");
    await expect(read("project/large.log", { line: 2, limit: 1 })).rejects.toMatchObject({
      code: -32602,
    });
  });
});

describe("writeTextFile", () => {
  it("creates the file and its folders, or replaces its content", async () => {
    await write("project/src/deep/new.txt");
    expect(await read("project/src/deep/new.txt")).toBe("new");
    await write("project/src/deep/new.txt", "newer");
    expect(await readFile(join(root, "project/src/deep/new.txt"), "utf8")).toBe("newer");
  });

  it("keeps the permissions of the file, and leaves no temporary file", async () => {
    await chmod(join(root, "project/lines.txt"), 0o755);
    await write("project/lines.txt");
    expect((await stat(join(root, "project/lines.txt"))).mode & 0o777).toBe(0o755);
    expect(await readdir(join(root, "project"))).toEqual(["lines.txt"]);
  });

  it("replaces the file as a whole, so that an open reader still has the old text", async () => {
    const reader = await open(join(root, "project/lines.txt"));
    await write("project/lines.txt");
    expect(await reader.readFile("utf8")).toBe("one\ntwo\nthree\r\nfour\n");
    await reader.close();
    expect(await read("project/lines.txt")).toBe("new");
  });

  it("writes to the target of a symbolic link, and to all names of a file", async () => {
    await symlink("lines.txt", join(root, "project/link.txt"));
    await link(join(root, "project/lines.txt"), join(root, "project/name.txt"));
    await write("project/link.txt");
    expect(await readlink(join(root, "project/link.txt"))).toBe("lines.txt");
    for (const name of ["lines.txt", "name.txt"]) expect(await read(`project/${name}`)).toBe("new");
  });

  it("carries out several writes of a file at once", async () => {
    const texts = Array.from({ length: 10 }, (_, index) => `text ${index}`);
    await Promise.all(texts.map((text) => write("project/lines.txt", text)));
    expect(texts).toContain(await read("project/lines.txt"));
  });

  it("refuses a folder", async () => {
    await mkdir(join(root, "project/empty"));
    await expect(write("project/empty")).rejects.toMatchObject({ code: -32602 });
  });

  it("writes to the additional directories of the session", async () => {
    await write("more/new.txt");
    expect(await read("more/new.txt")).toBe("new");
  });
});

const invalidParams = { code: -32602 };

describe.runIf(process.platform !== "win32")("a named pipe", () => {
  it("is refused and does not block other requests", async () => {
    execFileSync("mkfifo", [join(root, "project/pipe")]);
    const refused = Promise.allSettled(
      Array.from({ length: 8 }, (_, index) =>
        index % 2 === 0 ? read("project/pipe") : write("project/pipe"),
      ),
    );
    expect(await read("project/lines.txt", { limit: 1 })).toBe("one");
    for (const result of await refused)
      expect(result).toMatchObject({ status: "rejected", reason: invalidParams });
  });
});

describe.runIf(process.platform === "linux")("a folder that is replaced with a link", () => {
  const REQUESTS = 3000;

  /** Lets a process replace `project/folder` with a link to `outside` and back, all the time. */
  async function swapFolder(): Promise<void> {
    await mkdir(join(root, "project/folder"));
    await writeFile(join(root, "project/folder/secret.txt"), "public");
    const script = join(import.meta.dirname, "../fixtures/swapFolder.mjs");
    const args = [script, join(root, "project/folder"), join(root, "outside")];
    const swapper = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"] });
    onTestFinished(async () => {
      swapper.stdin.end();
      await once(swapper, "exit");
    });
    await once(swapper.stdout, "data");
  }

  /** Resolves with the number of fulfilled requests. The other requests were refused. */
  async function countFulfilled(request: (index: number) => Promise<unknown>): Promise<number> {
    let fulfilled = 0;
    for (let index = 0; index < REQUESTS; index++)
      await request(index).then(
        () => fulfilled++,
        () => {},
      );
    return fulfilled;
  }

  it("never leads a read out of the session's directories", async () => {
    await swapFolder();
    const contents = new Set<string>();
    const fulfilled = await countFulfilled(async () =>
      contents.add(await read("project/folder/secret.txt")),
    );
    expect([...contents]).toEqual(["public"]);
    expect(fulfilled).toBeGreaterThan(0);
  });

  it("never leads a write out of the session's directories", async () => {
    await swapFolder();
    const names = (index: number) => ["secret.txt", `${index}.txt`, `deep/${index}/new.txt`];
    const fulfilled = await countFulfilled(async (index) =>
      write(`project/folder/${names(index)[index % 3]}`, "stolen"),
    );
    expect(await readdir(join(root, "outside"))).toEqual(["secret.txt"]);
    expect(await readFile(join(root, "outside/secret.txt"), "utf8")).toBe("secret");
    expect(fulfilled).toBeGreaterThan(0);
  });
});

describe("nodeFileSystem", () => {
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
