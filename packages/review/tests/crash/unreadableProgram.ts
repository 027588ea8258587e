import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { nodeFiles } from "../../src/node/nodeFiles.js";

// Watches a folder with others in it that may not be read, and prints the paths that change. Root may read all.

const NOBODY = 65_534;
if (process.getuid?.() === 0) process.seteuid?.(NOBODY);

const folder = mkdtempSync(join(tmpdir(), "acp-unreadable-"));
mkdirSync(join(folder, "before/inner"), { recursive: true });
chmodSync(join(folder, "before"), 0);
const seen = new Set<string>();
nodeFiles(folder).watch((paths) => {
  for (const path of paths) seen.add(path);
  if (seen.has("first.txt") && !seen.has("last.txt")) {
    mkdirSync(join(folder, "later"), { mode: 0 });
    writeFileSync(join(folder, "last.txt"), "");
  }
  if (!seen.has("last.txt")) return;
  for (const path of ["before", "later"]) chmodSync(join(folder, path), 0o700);
  rmSync(folder, { recursive: true });
  process.stdout.write(JSON.stringify([...seen].toSorted()));
  process.exit();
});
writeFileSync(join(folder, "first.txt"), "");
// The watcher alone does not keep the process alive.
setTimeout(() => process.exit(1), 50_000);
