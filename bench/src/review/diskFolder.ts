import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** A folder on the disk, and a place for data about it. */
export interface DiskFolder {
  readonly folder: string;
  readonly dataDir: string;
}

/** Creates a folder with files, and a git repository in it that has them. */
export function createDiskFolder(texts: ReadonlyMap<string, string>): DiskFolder {
  const root = mkdtempSync(join(tmpdir(), "acp-store-bench-"));
  const folder = join(root, "project");
  for (const path of texts.keys()) mkdirSync(dirname(join(folder, path)), { recursive: true });
  for (const [path, text] of texts) writeFileSync(join(folder, path), text);
  runGit(folder, "init", "--quiet");
  runGit(folder, "add", "--all");
  const user = ["-c", "user.name=User", "-c", "user.email=user@example.com"];
  runGit(folder, ...user, "commit", "--quiet", "--message", "Add files");
  return { folder, dataDir: join(root, "data") };
}

/** Removes a folder with the data about it. */
export function removeDiskFolder({ folder }: DiskFolder): void {
  rmSync(dirname(folder), { recursive: true, force: true });
}

/** Writes files one after the other. */
export async function writeFiles(
  folder: string,
  texts: ReadonlyMap<string, string>,
): Promise<void> {
  for (const [path, text] of texts) await writeFile(join(folder, path), text);
}

/** Runs git in a folder. */
export function runGit(folder: string, ...args: readonly string[]): void {
  execFileSync("git", args, { cwd: folder, stdio: ["ignore", "pipe", "inherit"] });
}
