import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { setup as buildProgram } from "../tests/support/build.js";

const pathOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Builds the program and its page. */
export function setup(): void {
  buildProgram();
  const args = [pathOf("../node_modules/vite/bin/vite.js"), "build", "--logLevel", "warn"];
  // Test the production build of the page, although Vitest sets NODE_ENV to "test".
  const env = { ...process.env, NODE_ENV: "production" };
  execFileSync(process.execPath, args, { cwd: pathOf(".."), env, stdio: "inherit" });
}
