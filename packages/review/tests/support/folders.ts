import { execFileSync } from "node:child_process";
import {
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { createTemporaryFolder } from "./temporaryFolder.js";

/** Runs git in a folder, without the settings of the machine. Returns its output. */
export function runGit(folder: string, ...args: readonly string[]): string {
  return execFileSync("git", args, {
    cwd: folder,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
    env: { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" },
  });
}

/** Makes a repository of a folder. */
export function createRepository(folder: string): void {
  mkdirSync(folder, { recursive: true });
  runGit(folder, "init", "--quiet");
  runGit(folder, "config", "user.email", "user@example.com");
  runGit(folder, "config", "user.name", "User");
}

/** Commits all files. */
export function commitAll(folder: string): void {
  runGit(folder, "add", "--all");
  runGit(folder, "commit", "--quiet", "--message", "Change files");
}

/** Writes files by their paths, with missing folders. */
export function writeFiles(folder: string, files: Readonly<Record<string, string | Buffer>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}

/** Returns all files of a folder, except for git directories: the mode, and the bytes or the target. */
export function readTree(folder: string): Record<string, string> {
  const entries = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    (path) => !path.split("/").includes(".git") && !lstatSync(join(folder, path)).isDirectory(),
  );
  return Object.fromEntries(
    entries.toSorted().map((path) => {
      const file = join(folder, path);
      const stats = lstatSync(file);
      if (stats.isSymbolicLink()) return [path, `link ${readlinkSync(file)}`];
      const kind = (stats.mode & 0o100) === 0 ? "regular" : "executable";
      return [path, `${kind} ${readFileSync(file, "hex")}`];
    }),
  );
}

/** Creates a folder for a project, and the path for the data about it. */
export async function createFolders(): Promise<{ folder: string; dir: string; root: string }> {
  const root = await createTemporaryFolder();
  mkdirSync(join(root, "project"));
  return { root, folder: join(root, "project"), dir: join(root, "data") };
}
