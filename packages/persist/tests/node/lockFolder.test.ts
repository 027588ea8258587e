import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { isFolderInUseError, lockFolder } from "@acp-store/persist/node";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { bundle } from "../support/bundle.js";

/** In this package, so that the program finds its dependencies. */
const PROGRAM = join(import.meta.dirname, "../../node_modules/.cache/locker.mjs");
/** The number of processes that compete for one folder. */
const COMPETITORS = 8;
/** Only there does the system tell when a process started. */
const isLinux = process.platform === "linux";

beforeAll(async () => {
  mkdirSync(join(PROGRAM, ".."), { recursive: true });
  writeFileSync(PROGRAM, await bundle(join(import.meta.dirname, "locker.ts"), "node"));
  return () => rmSync(PROGRAM);
});

function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "acp-store-lock-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Starts a process that tries to lock a folder when asked. */
async function startLocker(folder: string) {
  const child = spawn(process.execPath, [PROGRAM, folder], { stdio: ["pipe", "pipe", "inherit"] });
  const exited = once(child, "exit");
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const kill = async (): Promise<void> => {
    child.kill("SIGKILL");
    await exited;
  };
  onTestFinished(kill);
  await lines.next();
  return {
    pid: child.pid,
    kill,
    async lock(): Promise<string> {
      child.stdin.write("\n");
      return (await lines.next()).value ?? "";
    },
  };
}

const lockNames = (folder: string): readonly string[] => readdirSync(join(folder, "lock")).sort();

describe("between processes", () => {
  it("gives a folder to one of many processes that start at once, after each SIGKILL of the holder", async () => {
    const folder = createFolder();
    let lockers = await Promise.all(Array.from({ length: COMPETITORS }, () => startLocker(folder)));
    while (lockers.length > 0) {
      const answers = await Promise.all(lockers.map(({ lock }) => lock()));
      const [holder, ...others] = lockers.filter((_, at) => answers[at] === "held");
      expect(others).toEqual([]);
      expect(answers.filter((answer) => answer !== "held")).toEqual(
        Array(lockers.length - 1).fill(`${holder?.pid}`),
      );
      await holder?.kill();
      lockers = lockers.filter((locker) => locker !== holder);
    }
    const lock = await lockFolder(folder, "Wait.");
    expect(lockNames(folder)).toHaveLength(2);
    await lock.release();
    expect(lockNames(folder)).toHaveLength(1);
  });

  it("names the process that has locked the folder, and what to do", async () => {
    const folder = createFolder();
    const holder = await startLocker(folder);
    expect(await holder.lock()).toBe("held");
    const error: unknown = await lockFolder(folder, "Close it.").catch((reason: unknown) => reason);
    if (!isFolderInUseError(error)) throw error;
    expect(error.reason).toBe("in_use");
    expect(error.holder).toMatchObject({ dir: folder, pid: holder.pid });
    expect(error.message).toContain(
      `The folder ${folder} is in use by the process ${holder.pid}. Close it.`,
    );
  });
});

describe("within a process", () => {
  it("locks a folder again after its release, and leaves no file behind", async () => {
    const folder = join(createFolder(), "new");
    const first = await lockFolder(folder, "Wait.");
    await expect(lockFolder(folder, "Wait.")).rejects.toThrow(
      `is in use by this process (${process.pid})`,
    );
    await first.release();
    const second = await lockFolder(folder, "Wait.");
    await first.release();
    await expect(lockFolder(folder, "Wait.")).rejects.toThrow("is in use");
    await second.release();
    expect(lockNames(folder)).toEqual([]);
  });

  it("releases a folder that was deleted", async () => {
    const folder = createFolder();
    const lock = await lockFolder(folder, "Wait.");
    rmSync(folder, { recursive: true });
    await lock.release();
    expect(existsSync(folder)).toBe(false);
  });
});

describe("with a lock file of an earlier process", () => {
  async function lockWith(content: string): Promise<string> {
    const folder = createFolder();
    mkdirSync(join(folder, "lock"));
    writeFileSync(join(folder, "lock", "7"), content);
    writeFileSync(join(folder, "lock", "999999999.ab.claim"), content);
    const lock = await lockFolder(folder, "Wait.");
    onTestFinished(lock.release);
    return folder;
  }

  it.each([
    ["is empty because the machine lost power", ""],
    ["is not JSON", "{"],
    ["has no process", "{}"],
    ["has the id of a process that has ended", '{"pid":999999999}'],
  ])("takes over a file that %s", async (_name, content) => {
    expect(lockNames(await lockWith(content))).toEqual(["7", "8"]);
  });

  it.runIf(isLinux)("takes over the lock if another program has got the id", async () => {
    const content = JSON.stringify({ pid: process.ppid, start: "earlier boot/1" });
    const folder = await lockWith(content);
    expect(readFileSync(join(folder, "lock", "8"), "utf8")).toContain(`"pid":${process.pid},`);
  });

  it("names the file to delete if the start of the process is unknown", async () => {
    await expect(lockWith(JSON.stringify({ pid: process.ppid }))).rejects.toThrow(
      new RegExp(`If the process ${process.ppid} is another program, delete .+7 first\\.$`),
    );
  });
});
