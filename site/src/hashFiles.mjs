import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Returns a hash of the paths and contents of files that git knows or would add.
 * @param {string} root The folder of the repository.
 * @param {readonly string[]} patterns Paths of files and folders, or of files with `*`.
 * @throws Error if a pattern matches no file.
 */
export function hashFiles(root, patterns) {
  const options = ["--cached", "--others", "--exclude-standard", "--error-unmatch"];
  const listed = execFileSync("git", ["ls-files", ...options, "--", ...patterns], {
    cwd: root,
    encoding: "utf8",
    stdio: "pipe",
  });
  const hash = createHash("sha256");
  for (const path of [...new Set(listed.split("\n"))].sort())
    if (path !== "" && existsSync(join(root, path)))
      hash.update(`${path}\n`).update(readFileSync(join(root, path)));
  return hash.digest("hex");
}
