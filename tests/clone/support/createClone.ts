import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";

const root = join(import.meta.dirname, "../../..");
/** Installing and building takes about 20 s, and longer on a busy machine. */
export const START_MS = 300_000;

/** Copies the files of the repository, without anything that was built or installed, into a new folder. */
export function createClone(): string {
  const parent = realpathSync(mkdtempSync(join(tmpdir(), "acp-store-clone-")));
  const clone = join(parent, "acp-store");
  for (const file of listFiles())
    if (existsSync(join(root, file))) cpSync(join(root, file), join(clone, file));
  return clone;
}

/** Removes the folder of a clone. */
export function removeClone(clone: string): void {
  rmSync(join(clone, ".."), { recursive: true, force: true, maxRetries: 3 });
}

/** Removes everything that was built in a clone, but not what was installed. */
export function removeBuilds(clone: string): void {
  for (const file of listFiles())
    if (basename(file) === "package.json")
      rmSync(join(clone, dirname(file), "dist"), { recursive: true, force: true });
}

/** Returns the files of the repository. A file that was deleted is listed until that is committed. */
function listFiles(): string[] {
  const args = ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate"];
  const files = execFileSync("git", args, { cwd: root, encoding: "utf8" }).split("\0");
  return files.filter((file) => file !== "");
}
