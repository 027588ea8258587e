import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/** Builds the site, unless it is current. */
export function setup(): void {
  const script = fileURLToPath(new URL("../../build.mjs", import.meta.url));
  // The test run sets NODE_ENV to "test", but the pages must be a production build.
  const env = { ...process.env, NODE_ENV: "production" };
  execFileSync(process.execPath, [script], { env, stdio: ["ignore", "ignore", "inherit"] });
}
