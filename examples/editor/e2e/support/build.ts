import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { setup as buildServer } from "../../tests/support/build.js";

const pathOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Builds the server and the agent, then the pages. */
export function setup(): void {
  buildServer();
  const vite = pathOf("../../node_modules/vite/bin/vite.js");
  const args = [vite, "build", "--logLevel", "warn"];
  const phoneArgs = [...args, "--config", "vite.phone.config.ts"];
  // The test run sets NODE_ENV to "test", but the page must be a production build.
  const env = { ...process.env, NODE_ENV: "production" };
  for (const command of [args, phoneArgs])
    execFileSync(process.execPath, command, { cwd: pathOf("../.."), env, stdio: "inherit" });
}
