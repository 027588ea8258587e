import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync } from "node:fs";
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { writeSampleProject } from "@acp-store/example-agent/sample";
import { onTestFinished } from "vitest";

const resolvePath = (path: string): string =>
  fileURLToPath(new URL(`../../${path}`, import.meta.url));
/** The bundle that `build.ts` writes. */
export const MAIN = resolvePath("node_modules/.cache/program/main.js");

/** The running program, with pipes as its input and output. */
export interface Program {
  /** Returns everything that the program has printed so far. */
  readonly output: () => string;
  /** Returns everything that the program has written to stderr so far. */
  readonly errors: () => string;
  /** Enters a line. */
  type(line: string): void;
  /** Ends the input. */
  end(): void;
  /** Sends SIGINT, like Ctrl-C. */
  interrupt(): void;
  /** Sends SIGTERM. */
  terminate(): void;
  /** Sends SIGKILL. */
  kill(): void;
  /** Resolves with the next line that contains a text, starting after the previous match. */
  waitForLine(text: string): Promise<string>;
  readonly exitCode: Promise<number | null>;
}

/** Starts the program. `speed` is the factor by which the scripted agent is accelerated. */
export function startProgram(
  args: readonly string[],
  speed = 1000,
  env: Readonly<Record<string, string>> = {},
): Program {
  const child = spawn(process.execPath, [MAIN, ...args], {
    env: { ...createEnvironment(speed), ...env },
    stdio: "pipe",
  });
  const exited = once(child, "exit") as Promise<[number | null]>;
  onTestFinished(async () => {
    // The program ends its agent first, which may still write to its folder.
    child.kill("SIGTERM");
    await exited;
  });
  let output = "";
  let errors = "";
  let searchStart = 0;
  child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (errors += text));

  return {
    output: () => output,
    errors: () => errors,
    type: (line) => child.stdin.write(`${line}\n`),
    end: () => child.stdin.end(),
    interrupt: () => child.kill("SIGINT"),
    terminate: () => child.kill("SIGTERM"),
    kill: () => child.kill("SIGKILL"),
    waitForLine: (text) =>
      new Promise((resolve, reject) => {
        const check = (): void => {
          const index = output.indexOf(text, searchStart);
          const end = index === -1 ? -1 : output.indexOf("\n", index);
          if (end === -1) return;
          searchStart = end;
          child.stdout.off("data", check).off("close", fail);
          resolve(output.slice(output.lastIndexOf("\n", index) + 1, end));
        };
        const fail = (): void =>
          reject(new Error(`"${text}" was never printed:\n${output}${errors}`));
        child.stdout.on("data", check).on("close", fail);
        check();
      }),
    exitCode: exited.then(([code]) => code),
  };
}

/** Returns the environment of the program, with its own folders for its data and as the current folder. */
export function createEnvironment(speed: number) {
  const dir = createStateFolder();
  const cwd = join(dir, "project");
  mkdirSync(cwd);
  return {
    ...process.env,
    XDG_STATE_HOME: join(dir, "state"),
    XDG_DATA_HOME: join(dir, "data"),
    INIT_CWD: cwd,
    ACP_DEMO_SPEED: String(speed),
  };
}

/** Creates a folder that is deleted after the test. */
export async function createTemporaryFolder(): Promise<string> {
  const dir = await realpath(await mkdtemp(join(tmpdir(), "acp-terminal-test-")));
  onTestFinished(() => rm(dir, { recursive: true, force: true, maxRetries: 3 }));
  return dir;
}

/** Creates a folder for the data of the program that is deleted after the test. */
function createStateFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), "acp-terminal-state-"));
  onTestFinished(() => rm(dir, { recursive: true, force: true, maxRetries: 3 }));
  return dir;
}

/** Creates the sample project in a folder that is deleted after the test. */
export async function createSampleProject(): Promise<string> {
  const dir = await createTemporaryFolder();
  await writeSampleProject(dir);
  return dir;
}

/** Returns the command line that starts an agent in `tests/fixtures`. */
export const fixtureCommand = (name: string): string =>
  `node "${resolvePath(`tests/fixtures/${name}`)}"`;
