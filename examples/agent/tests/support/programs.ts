import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

export const AGENT: string = fileURLToPath(new URL("../../dist/main.js", import.meta.url));

/** Creates a folder that is removed after the test. */
export async function temporaryFolder(prefix = "acp-example-test-"): Promise<string> {
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
