// Packs each public package as for publishing, and checks the archive.
// Usage: node scripts/check-packages.mjs [publint] [attw]
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { packPackages } from "./packages.mjs";

/** @type {Record<string, (archive: string) => string>} */
const CHECKS = {
  publint: (archive) => `npx --no -- publint run --strict "${archive}"`,
  attw: (archive) => `npx --no -- attw --ignore-rules cjs-resolves-to-esm -- "${archive}"`,
};

const root = fileURLToPath(new URL("..", import.meta.url));
const selectedChecks = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(CHECKS);

/**
 * Runs a shell command and returns whether it succeeds.
 * @param {string} command
 */
function runCommand(command) {
  return spawnSync(command, { cwd: root, shell: true, stdio: "inherit" }).status === 0;
}

const folder = mkdtempSync(join(tmpdir(), "acp-store-pack-"));
try {
  await packPackages(folder);
  const failures = [];
  for (const archive of readdirSync(folder)) {
    for (const name of selectedChecks) {
      const command = CHECKS[name]?.(join(folder, archive));
      if (!command || !runCommand(command)) failures.push(`${name} ${archive}`);
    }
  }
  if (failures.length > 0) console.error(`Failed: ${failures.join(", ")}`);
  process.exitCode = failures.length > 0 ? 1 : 0;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
