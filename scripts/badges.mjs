// Measures the test coverage and the size of the store, and writes the badges of README.md.
// Usage: node scripts/badges.mjs [--check]. With --check, it only compares the size with the badge.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { makeBadge } from "badge-maker";

/** The row of `.size-limit.json` that the badge shows. */
const SIZE_ROW = "@acp-store/core: createAcpStore with all dependencies";

const root = fileURLToPath(new URL("..", import.meta.url));
/** @param {string} path */
const fileOf = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));

function measureSize() {
  const json = execFileSync("node", ["node_modules/size-limit/bin.js", "--json"], { cwd: root });
  /** @type {{ name: string, size: number }[]} */
  const rows = JSON.parse(String(json));
  const row = rows.find(({ name }) => name === SIZE_ROW);
  if (row === undefined) throw new Error(`.size-limit.json has no row "${SIZE_ROW}".`);
  return `${(row.size / 1000).toFixed(1)} kB`;
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
