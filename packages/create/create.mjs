#!/usr/bin/env node
// Creates a project from the template: npm create acp-store my-agents
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { basename, join, relative, resolve } from "node:path";
import { parseArgs } from "node:util";

const USAGE = `Usage: npm create acp-store [FOLDER]

Creates a web application that runs agents, in a new or an empty folder. Default: my-agents.`;

/** @param {string} path */
const readText = (path) => readFileSync(new URL(path, import.meta.url), "utf8");

/**
 * Copies the template into a folder, and names the project after it.
 * @param {string} folder An absolute path.
 */
function createProject(folder) {
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new Error(`${folder} is not empty. Name another folder.`);
  cpSync(new URL("template", import.meta.url), folder, { recursive: true });
  // npm leaves a .gitignore out of packages.
  renameSync(join(folder, "_gitignore"), join(folder, ".gitignore"));
  const { version } = JSON.parse(readText("package.json"));
  const manifest = readText("template/package.json")
    .replaceAll("VERSION", version)
    .replace("NAME", toPackageName(basename(folder)));
  writeFileSync(join(folder, "package.json"), manifest);
}

/** @param {string} name */
function toPackageName(name) {
  const allowed = name.toLowerCase().replaceAll(/[^a-z0-9._~-]+/g, "-");
  return allowed.replace(/^[._-]+/, "") || "my-agents";
}

function main() {
  const { values, positionals } = parseArgs({
    options: { help: { type: "boolean", short: "h" } },
    allowPositionals: true,
  });
  if (values.help) return void process.stdout.write(`${USAGE}\n`);
  if (positionals.length > 1) throw new Error(`Name one folder.\n\n${USAGE}`);
  const folder = resolve(positionals[0] ?? "my-agents");
  createProject(folder);
  const path = relative(process.cwd(), folder) || ".";
  process.stdout.write(`Created ${folder}. Next:

  cd ${path}
  npm install
  npm run dev

Then open the address after "Agents:", and add your agents to vite.config.ts.
`);
}

try {
  main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
