import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

const root = join(import.meta.dirname, "../../..");
/** Installing and building takes about 20 s, and longer on a busy machine. */
export const START_MS = 300_000;

/**
 * Copies the files of the repository, without anything that was built or installed, into a folder
 * in a new one, which is removed after the test.
 */
export function createClone(): string {
  const parent = realpathSync(mkdtempSync(join(tmpdir(), "acp-store-clone-")));
  onTestFinished(() => rmSync(parent, { recursive: true, force: true, maxRetries: 3 }));
  const clone = join(parent, "acp-store");
  const args = ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate"];
  const files = execFileSync("git", args, { cwd: root, encoding: "utf8" }).split("\0");
  // A file that was deleted is listed until the deletion is committed.
  for (const file of files)
    if (file !== "" && existsSync(join(root, file))) cpSync(join(root, file), join(clone, file));
  return clone;
}
