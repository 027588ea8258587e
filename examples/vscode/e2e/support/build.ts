import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const pathOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Builds the extension, the scripted agent and the page. */
export function setup(): void {
  const vite = pathOf("../../node_modules/vite/bin/vite.js");
  // The test run sets NODE_ENV to "test", but the page must be a production build.
  const env = { ...process.env, NODE_ENV: "production" };
  for (const config of ["vite.programs.config.ts", "vite.config.ts"]) {
    const args = [vite, "build", "--config", config, "--logLevel", "warn"];
    execFileSync(process.execPath, args, { cwd: pathOf("../.."), env, stdio: "inherit" });
  }
}
