// Measures the test coverage, and the sizes of the store and of a working client, and writes the badges of README.md.
// Usage: node scripts/badges.mjs [--check]. With --check, it only compares the size with the badge.
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { makeBadge } from "badge-maker";

/** The rows of `.size-limit.json` that the badge shows. */
const SIZE_ROWS = {
  store: "@acp-store/core: createAcpStore with all dependencies",
  "client with SDK": "@acp-store/client: connectAgent and createAcpStore with all dependencies",
};

const root = fileURLToPath(new URL("..", import.meta.url));
/** @param {string} path */
const fileOf = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));

function measureSize() {
  const args = ["node_modules/size-limit/bin.js", "--json"];
  // The exit code tells whether all rows are below their limits, which is not the subject here.
  const { stdout: json } = spawnSync("node", args, { cwd: root });
  /** @type {{ name: string, size: number }[]} */
  const rows = JSON.parse(String(json));
  const parts = Object.entries(SIZE_ROWS).map(([label, rowName]) => {
    const row = rows.find(({ name }) => name === rowName);
    if (row === undefined) throw new Error(`.size-limit.json has no row "${rowName}".`);
    return `${label} ${(row.size / 1000).toFixed(1)} kB`;
  });
  return parts.join(", ");
}

function measureCoverage() {
  const projects = ["unit", "isolated", "react", "frameworks"].flatMap((name) => [
    "--project",
    name,
  ]);
  const args = ["run", "--config", "vitest.workspace.ts", "--coverage", ...projects, "packages"];
  execFileSync("npx", ["--no", "--", "vitest", ...args], { cwd: root, stdio: "inherit" });
  const summary = readFileSync(fileOf("coverage/coverage-summary.json"), "utf8");
  /** @type {{ total: { lines: { pct: number } } }} */
  const { total } = JSON.parse(summary);
  return `${total.lines.pct.toFixed(1)} %`;
}

/**
 * @param {string} label
 * @param {string} message
 */
function writeBadge(label, message) {
  const path = fileOf(`docs/images/${label}.svg`);
  writeFileSync(path, makeBadge({ label, message, color: "#4c51bf", style: "flat" }));
}

const size = measureSize();
if (process.argv.includes("--check")) {
  if (!readFileSync(fileOf("docs/images/size.svg"), "utf8").includes(size)) {
    console.error(
      `The size is ${size}, but docs/images/size.svg shows another one. Run npm run badges.`,
    );
    process.exitCode = 1;
  }
} else {
  writeBadge("size", size);
  writeBadge("coverage", measureCoverage());
}
