import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { setup as buildProgram } from "../tests/support/build.js";

const pathOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** What a user starts is built: first the program, then the page. */
export function setup(): void {
  buildProgram();
  const args = [pathOf("../node_modules/vite/bin/vite.js"), "build", "--logLevel", "warn"];
  // The tests run as "test"; the page they see is the one that is shipped.
  const env = { ...process.env, NODE_ENV: "production" };
  execFileSync(process.execPath, args, { cwd: pathOf(".."), env, stdio: "inherit" });
}
