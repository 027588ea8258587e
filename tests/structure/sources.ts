import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");

/** Returns the texts of the files of the repository that match patterns of git, by their paths. */
export function readFiles(...patterns: string[]): Map<string, string> {
  const args = ["ls-files", "--cached", "--others", "--exclude-standard", ...patterns];
  const files = execFileSync("git", args, { cwd: root, encoding: "utf8" }).split("\n");
  const present = files.filter((file) => file !== "" && existsSync(join(root, file)));
  return new Map(present.map((file) => [file, readFileSync(join(root, file), "utf8")]));
}

/** The source files of all packages. */
export const SOURCES: ReadonlyMap<string, string> = readFiles(
  "packages/*/src/*.ts",
  "packages/*/src/*.tsx",
);
