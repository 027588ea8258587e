import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const project = fileURLToPath(new URL("../../tsconfig.node.json", import.meta.url));
const tsc = fileURLToPath(new URL("../../../../node_modules/typescript/bin/tsc", import.meta.url));

/** Builds the programs that the tests start. An up-to-date build takes 0.1 s. */
export function setup(): void {
  execFileSync(process.execPath, [tsc, "-b", project], { stdio: "inherit" });
}
