import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

const pathOf = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

export const SERVER = pathOf("dist/server/main.js");
export const AGENT = pathOf("dist/agent/main.js");
export const FIXTURE = pathOf("tests/fixtures/agent.mjs");

/** Creates a folder that is removed after the test. */
export async function temporaryFolder(prefix = "acp-editor-test-"): Promise<string> {
  const dir = await realpath(await mkdtemp(join(tmpdir(), prefix)));
  onTestFinished(() => rm(dir, { recursive: true, force: true, maxRetries: 3 }));
  return dir;
}

/** Terminates the process after the test, unless it has already exited. */
export function endAfterTest(child: ChildProcess): void {
  onTestFinished(() => endProcess(child));
}

/** Terminates the process, unless it has already exited. */
export async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
}

export interface ProcessResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the server with arguments that make it exit, and resolves to its output. */
export async function runServer(
  args: readonly string[],
  launchDir: string,
): Promise<ProcessResult> {
  const child = spawn(process.execPath, [SERVER, ...args], {
    env: { ...process.env, INIT_CWD: launchDir },
    stdio: ["ignore", "pipe", "pipe"],
  });
  endAfterTest(child);
  const closed = once(child, "close") as Promise<[number]>;
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    closed,
  ]);
  return { code, stdout, stderr };
}
