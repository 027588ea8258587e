import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const pathOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Builds the agent, which the tests of the examples start. */
export function setup(): void {
  const vite = pathOf("../../node_modules/vite/bin/vite.js");
  const args = [vite, "build", "--logLevel", "warn"];
  execFileSync(process.execPath, args, { cwd: pathOf("../.."), stdio: "inherit" });
}
