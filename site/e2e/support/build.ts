import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** Builds the site before the tests, unless it is current. All test files need it. */
export async function setup(): Promise<void> {
  const script = fileURLToPath(new URL("../../build.mjs", import.meta.url));
  // The test run sets NODE_ENV to "test", but the pages must be a production build.
  const env = { ...process.env, NODE_ENV: "production" };
  const child = spawn(process.execPath, [script], { env, stdio: ["ignore", "ignore", "inherit"] });
  const [exitCode] = await once(child, "exit");
  if (exitCode !== 0) throw new Error(`The site could not be built (exit code ${exitCode}).`);
}
