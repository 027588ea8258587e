import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { vi } from "vitest";
import { createTemporaryFolder } from "./temporaryFolder.js";

/** Runs git in a folder and returns its output. */
export function git(folder: string, ...args: string[]): string {
  return execFileSync("git", ["-C", folder, ...args], { encoding: "utf8" }).trim();
}

/** Keeps the settings of the user and of the machine from the commands of git. */
export function ignoreGitSettings(): void {
  vi.stubEnv("GIT_CONFIG_GLOBAL", process.platform === "win32" ? "NUL" : "/dev/null");
  vi.stubEnv("GIT_CONFIG_NOSYSTEM", "1");
}

/** Creates a repository without commits in a new folder, which is deleted after the test. */
export async function createEmptyRepository(name = "app"): Promise<string> {
  const repository = join(await createTemporaryFolder(), name);
  mkdirSync(repository);
  git(repository, "init", "--quiet", "--initial-branch", "main");
  git(repository, "config", "user.name", "Ada");
  git(repository, "config", "user.email", "ada@example.com");
  return repository;
}

/** Creates a repository with one commit, which contains `readme.md`. */
export async function createRepository(name?: string): Promise<string> {
  const repository = await createEmptyRepository(name);
  commitFile(repository, "readme.md");
  return repository;
}

/** Writes a file and commits it. */
export function commitFile(folder: string, file: string, text = file): void {
  writeFileSync(join(folder, file), text);
  git(folder, "add", file);
  git(folder, "commit", "--quiet", "--message", `Add ${file}`);
}

/** Writes a hook that git runs after each checkout. */
export async function writeCheckoutHook(repository: string, script: string): Promise<void> {
  const hook = join(repository, ".git/hooks/post-checkout");
  await writeFile(hook, `#!/bin/sh\n${script}\n`);
  await chmod(hook, 0o755);
}
