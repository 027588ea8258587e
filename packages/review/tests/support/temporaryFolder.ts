import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** Creates a folder that is deleted after the test. */
export async function createTemporaryFolder(): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "acp-store-")));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }));
  return folder;
}
