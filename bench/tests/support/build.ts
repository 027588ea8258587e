import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const project = fileURLToPath(new URL("../../tsconfig.json", import.meta.url));
const tsc = fileURLToPath(new URL("../../../node_modules/typescript/bin/tsc", import.meta.url));

/** Builds the benchmark, because a test starts its agent. */
export function setup(): void {
  execFileSync(process.execPath, [tsc, "-b", project], { stdio: "inherit" });
}
