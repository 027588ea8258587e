import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { open } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createFilesClient, type FilesClient } from "@acp-store/server/client";
import { fileRequests } from "@acp-store/server/files";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { inProcessAgent, temporaryFolder, waitForStatus } from "../agents/support/pages.js";
import { startServer, type StartOptions } from "../phones/support/phones.js";
import { explainFileError } from "../../src/files/explainFileError.js";

/** The longest time in milliseconds until the system reports a change. */
const WAIT = 60_000;

/** Starts a server whose agent works in a folder with files, beside one with a secret. */
async function openFolder(options: StartOptions = {}) {
  const outer = temporaryFolder();
  const folder = join(outer, "work");
  const write = (path: string, content: string | Uint8Array): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  };
  write("src/cart.js", "one\ntwo\n");
  writeFileSync(join(outer, "secret.txt"), "secret");
  const started = await startServer([{ ...inProcessAgent(), cwd: folder }], {
    requests: fileRequests(),
    ...options,
  });
  const text = (path: string): string => readFileSync(join(folder, path), "utf8");
  return { ...started, outer, cwd: folder, write, text, files: createFilesClient(started.page) };
}

/** Follows a folder until the test ends. Returns what is reported. */
function follow(files: FilesClient, folder: string): readonly (readonly string[] | undefined)[] {
  const reports: (readonly string[] | undefined)[] = [];
  onTestFinished(files.follow(folder, (paths) => reports.push(paths)));
  return reports;
}

const waitFor = (check: () => void): Promise<void> => vi.waitFor(check, WAIT);

describe("fileRequests", () => {
  it("lists a folder in order, without ignored files and .git", async () => {
    const { files, cwd, write } = await openFolder();
    for (const path of ["b.txt", "a/z.txt", ".git/HEAD", "node_modules/x.js", "src/out.log"])
      write(path, "");
    write(".gitignore", "node_modules/\n*.log\n");
    expect(await files.list(cwd)).toEqual({
      paths: [".gitignore", "a/z.txt", "b.txt", "src/cart.js"],
      isCut: false,
    });
  });

  it("reads a file by a relative and an absolute path", async () => {
    const { files, cwd } = await openFolder();
    const file = await files.read(cwd, "src/cart.js");
    expect(file.text).toBe("one\ntwo\n");
    expect(await files.read(cwd, join(cwd, "src/cart.js"))).toEqual(file);
  });

  it("keeps the byte order mark and the line endings", async () => {
    const { files, cwd, write, text } = await openFolder();
    write("a.txt", "\uFEFFone\r\ntwo\rthree\n\n");
    const { text: read, version } = await files.read(cwd, "a.txt");
    expect(read).toBe("\uFEFFone\r\ntwo\rthree\n\n");
    await files.write(cwd, "a.txt", `${read}four`, version);
    expect(text("a.txt")).toBe("\uFEFFone\r\ntwo\rthree\n\nfour");
  });

  it("saves a file only if it has the expected version", async () => {
    const { files, cwd, write, text } = await openFolder();
    const before = await files.read(cwd, "src/cart.js");
    write("src/cart.js", "by another program");
    const { version } = await files.read(cwd, "src/cart.js");
    const path = "src/cart.js";
    expect(await files.write(cwd, path, "mine", before.version)).toEqual({
      ...{ status: "changed", version },
    });
    expect(await files.write(cwd, path, "mine", undefined)).toMatchObject({ status: "changed" });
    expect(await files.write(cwd, "gone.txt", "mine", version)).toEqual({ status: "changed" });
    expect([text(path), existsSync(join(cwd, "gone.txt"))]).toEqual(["by another program", false]);
    const saved = await files.write(cwd, path, "mine", version);
    expect(saved).toEqual({
      status: "saved",
      version: (await files.read(cwd, path)).version,
    });
    expect(text(path)).toBe("mine");
  });

  it("creates a file with its folders", async () => {
    const { files, cwd, text } = await openFolder();
    const saved = await files.write(cwd, "new/deep/a.txt", "new", undefined);
    expect(saved.status).toBe("saved");
    expect(text("new/deep/a.txt")).toBe("new");
  });

  it.skipIf(process.platform === "win32")(
    "keeps an executable file executable, and a link a link",
    async () => {
      const { files, cwd, write, text } = await openFolder();
      write("run.sh", "echo");
      chmodSync(join(cwd, "run.sh"), 0o755);
      symlinkSync("run.sh", join(cwd, "link"));
      const { version } = await files.read(cwd, "link");
      expect((await files.write(cwd, "link", "echo 2", version)).status).toBe("saved");
      expect(text("run.sh")).toBe("echo 2");
      expect(statSync(join(cwd, "run.sh")).mode & 0o111).toBe(0o111);
    },
  );

  it.skipIf(process.platform === "win32")(
    "keeps the text of a program that writes at the moment of saving",
    async () => {
      const { files, cwd, text } = await openFolder();
      const { version } = await files.read(cwd, "src/cart.js");
      const program = await open(join(cwd, "src/cart.js"), "a");
      const saving = files.write(cwd, "src/cart.js", "mine", version);
      await vi.waitFor(() => expect(text("src/cart.js")).toBe("mine"), { interval: 1 });
      await program.write("three\n");
      await program.close();
      expect(await saving).toMatchObject({ status: "changed" });
      expect(text("src/cart.js")).toBe("one\ntwo\nthree\n");
    },
  );
});

describe("a request about a file", () => {
  it.each(["../secret.txt", "src/../../secret.txt", "/etc/passwd", "../none.txt", "", ".", "a\0b"])(
    "is refused for the path %j, which is not in the folder",
    async (path) => {
      const { files, cwd, outer } = await openFolder();
      const refused = { message: expect.stringContaining("is not a file in the folder") };
      await expect(files.read(cwd, path)).rejects.toMatchObject(refused);
      await expect(files.write(cwd, path, "x", undefined)).rejects.toMatchObject(refused);
      expect(existsSync(join(outer, "none.txt"))).toBe(false);
    },
  );

  it.skipIf(process.platform === "win32")(
    "is refused behind a symbolic link that leads out of the folder",
    async () => {
      const { files, cwd, outer } = await openFolder();
      symlinkSync(join(outer, "secret.txt"), join(cwd, "link.txt"));
      symlinkSync(outer, join(cwd, "up"));
      symlinkSync(join(outer, "none.txt"), join(cwd, "broken.txt"));
      for (const path of ["link.txt", "up/secret.txt", "up/none.txt", "broken.txt"]) {
        await expect(files.read(cwd, path)).rejects.toThrow(path.split("/")[0]);
        await expect(files.write(cwd, path, "x", undefined)).rejects.toThrow(path.split("/")[0]);
      }
      expect(readFileSync(join(outer, "secret.txt"), "utf8")).toBe("secret");
      expect(existsSync(join(outer, "none.txt"))).toBe(false);
    },
  );

  it.skipIf(process.platform === "win32")(
    "never follows a link that is swapped meanwhile",
    async () => {
      const { files, cwd, outer, write } = await openFolder();
      const texts = new Set<string>();
      for (let round = 0; round < 100; round++) {
        write("a.txt", "inside");
        const reading = files.read(cwd, "a.txt").then(({ text }) => texts.add(text));
        symlinkSync(join(outer, "secret.txt"), join(cwd, "next"));
        renameSync(join(cwd, "next"), join(cwd, "a.txt"));
        await reading.catch(() => {});
        renameSync(join(cwd, "a.txt"), join(cwd, "old"));
      }
      expect(texts).not.toContain("secret");
    },
  );

  it("tells the user why a file cannot be read", async () => {
    const { files, cwd, write } = await openFolder();
    write("large.txt", "x".repeat(10_000_001));
    write("image.png", Buffer.from([1, 0, 2]));
    write("latin1.txt", Buffer.from("é", "latin1"));
    if (process.platform !== "win32") {
      execFileSync("mkfifo", [join(cwd, "pipe")]);
      symlinkSync("loop", join(cwd, "loop"));
    }
    const reasons = {
      "none.txt": 'There is no file "none.txt".',
      src: '"src" is a folder',
      "large.txt": '"large.txt" has 10000001 bytes, and the limit is 10000000',
      "image.png": '"image.png" is not a text file.',
      "latin1.txt": '"latin1.txt" is not a text file.',
      ...(process.platform !== "win32" && {
        pipe: '"pipe" is not a regular file',
        loop: '"loop" cannot be used: a symbolic link leads to itself.',
      }),
    };
    for (const [path, reason] of Object.entries(reasons))
      await expect(files.read(cwd, path)).rejects.toThrow(reason);
  });

  it("tells the user that there is no permission", () => {
    const refused = Object.assign(new Error("EACCES: open"), { code: "EACCES" });
    expect(explainFileError("a.txt", refused)).toMatchObject({
      message: '"a.txt" cannot be used: the user of the server has no permission.',
      cause: refused,
    });
  });

  it("refuses to save what is not a text, or too large", async () => {
    const { files, cwd } = await openFolder();
    for (const text of ["a\0b", "half \uD83D"])
      await expect(files.write(cwd, "a.txt", text, undefined)).rejects.toThrow("characters");
    const large = "x".repeat(10_000_001);
    await expect(files.write(cwd, "a.txt", large, undefined)).rejects.toThrow("The limit is");
    expect(existsSync(join(cwd, "a.txt"))).toBe(false);
  });

  it("is refused for folders in which no agent works", async () => {
    const { files, cwd, outer } = await openFolder();
    for (const folder of [outer, join(cwd, "src"), ".", ""]) {
      const refused = `No agent works in the folder "${folder}".`;
      await expect(files.list(folder)).rejects.toThrow(refused);
      await expect(files.read(folder, "secret.txt")).rejects.toThrow(refused);
      await expect(files.write(folder, "secret.txt", "x", undefined)).rejects.toThrow(refused);
    }
  });

  it("is answered for the folders of a session, open or listed", async () => {
    const { files, fleet, outer } = await openFolder();
    const agent = fleet.agents.get("a");
    const [open, additional, listed] = ["open", "additional", "listed"].map((name) => {
      mkdirSync(join(outer, name));
      writeFileSync(join(outer, name, "a.txt"), name);
      return join(outer, name);
    }) as [string, string, string];
    await agent?.connection.newSession({ cwd: open, additionalDirectories: [additional] });
    agent?.store.restoreSession({
      ...agent.store.getState(),
      ...{ sessions: new Map(), elicitations: new Map() },
      catalog: new Map([["s9", { sessionId: "s9", cwd: listed }]]),
    });
    for (const folder of [open, additional, listed])
      expect((await files.list(folder)).paths).toEqual(["a.txt"]);
  });

  it("is refused for the folder of an agent that the page does not see", async () => {
    const { files, cwd } = await openFolder({
      rights: () => ({ agent: () => undefined, manageAgents: true }),
    });
    await expect(files.list(cwd)).rejects.toThrow("No agent works in the folder");
  });

  it("names a folder that no longer exists", async () => {
    const { files, cwd, outer } = await openFolder();
    renameSync(cwd, join(outer, "moved"));
    const reason = `"${cwd}" cannot be used: it does not exist.`;
    await expect(files.list(cwd)).rejects.toThrow(reason);
  });

  it("is refused for a phone", async () => {
    const { cwd, pair, openPhone } = await openFolder();
    const phone = openPhone(await pair());
    await waitForStatus(phone, "live");
    const files = createFilesClient(phone);
    const forbidden = { reason: "forbidden" };
    await expect(files.list(cwd)).rejects.toMatchObject(forbidden);
    await expect(files.read(cwd, "src/cart.js")).rejects.toMatchObject(forbidden);
    await expect(files.write(cwd, "a.txt", "x", undefined)).rejects.toMatchObject(forbidden);
    await expect(phone.request("files/follow", { folder: cwd })).rejects.toMatchObject(forbidden);
  });

  it.each([undefined, null, "x", { folder: 1 }, {}])(
    "is refused with the params %j",
    async (params) => {
      const { page } = await openFolder();
      for (const method of ["list", "read", "write", "follow"])
        await expect(page.request(`files/${method}`, params)).rejects.toThrow("invalid at");
    },
  );
});

describe("a page that follows a folder", () => {
  it("gets the changed paths, after the news that it follows", async () => {
    const { files, cwd, write } = await openFolder();
    const reports = follow(files, cwd);
    await waitFor(() => expect(reports).toEqual([undefined]));
    write("a.txt", "1");
    write("src/cart.js", "2");
    await waitFor(() =>
      expect(reports.flat()).toEqual(expect.arrayContaining(["a.txt", "src/cart.js"])),
    );
  });

  it("continues after a lost connection, with the news that anything may have changed", async () => {
    const { files, cwd, write, page, breakPage } = await openFolder();
    const reports = follow(files, cwd);
    await waitFor(() => expect(reports).toHaveLength(1));
    breakPage();
    await waitForStatus(page, "connecting");
    await waitFor(() => expect(reports).toEqual([undefined, undefined]));
    write("late.txt", "");
    await waitFor(() => expect(reports.flat()).toContain("late.txt"));
  });

  it("gets one piece of news about very many changes", async () => {
    const { files, cwd, write } = await openFolder();
    const reports = follow(files, cwd);
    await waitFor(() => expect(reports).toHaveLength(1));
    for (let index = 0; index < 1_500; index++) write(`new/${index}.txt`, "");
    await waitFor(() => expect(reports.slice(1)).toContain(undefined));
    for (const paths of reports) expect(paths?.length ?? 0).toBeLessThanOrEqual(1_000);
  });

  it("gets nothing after it has stopped, while another one follows", async () => {
    const { files, cwd, write } = await openFolder();
    const stopped: unknown[] = [];
    const stop = files.follow(cwd, (paths) => stopped.push(paths));
    const reports = follow(files, cwd);
    await waitFor(() => expect([stopped.length, reports.length]).toEqual([1, 1]));
    stop();
    write("a.txt", "");
    await waitFor(() => expect(reports.flat()).toContain("a.txt"));
    expect(stopped).toEqual([undefined]);
  });
});
