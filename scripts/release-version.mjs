// Raises the versions of all packages, and moves the descriptions of the changesets to CHANGELOG.md.
// Usage: node scripts/release-version.mjs
import { execSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { withPnpm } from "./pnpm.mjs";

/**
 * @typedef {"major" | "minor" | "patch"} Bump
 * @typedef {{ summary: string, releases: { name: string, type: Bump }[] }} Changeset
 * @typedef {{ changesets: Changeset[], releases: { newVersion: string }[] }} Status
 */

/** The heading of the changes of each kind, in the order of the changelog. */
const HEADINGS = { major: "Changed", minor: "Added", patch: "Fixed" };

const root = fileURLToPath(new URL("..", import.meta.url));
const changelogPath = join(root, "CHANGELOG.md");

/** @param {string} command */
const run = (command) => execSync(command, { cwd: root, stdio: "inherit" });

/** @returns {Status} */
function readStatus() {
  const folder = mkdtempSync(join(tmpdir(), "acp-store-release-"));
  try {
    const path = join(folder, "status.json");
    run(`npx --no -- changeset status --output="${relative(root, path)}"`);
    return JSON.parse(readFileSync(path, "utf8"));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * Returns the largest bump of a changeset.
 * @param {Changeset} changeset
 */
function bumpOf({ releases }) {
  const bumps = /** @type {Bump[]} */ (Object.keys(HEADINGS));
  return bumps.find((bump) => releases.some(({ type }) => type === bump));
}

/**
 * Returns the section of the changelog for a release.
 * @param {Status} status
 */
function createSection({ changesets, releases }) {
  const lists = Object.entries(HEADINGS).flatMap(([bump, heading]) => {
    const summaries = changesets.filter((changeset) => bumpOf(changeset) === bump);
    if (summaries.length === 0) return [];
    const items = summaries.map(({ summary }) => `- ${summary.trim().replaceAll("\n", "\n  ")}`);
    return [`### ${heading}\n\n${items.join("\n")}\n`];
  });
  const today = new Date().toISOString().slice(0, 10);
  return `## ${releases[0]?.newVersion} (${today})\n\n${lists.join("\n")}\n`;
}

const section = createSection(readStatus());
const changelog = readFileSync(changelogPath, "utf8");
writeFileSync(
  changelogPath,
  changelog.replace(/^## /m, () => `${section}## `),
);
run("npx --no -- changeset version");
run(withPnpm("pnpm install --lockfile-only"));
