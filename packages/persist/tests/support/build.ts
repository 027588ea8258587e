import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const project = fileURLToPath(new URL("../../tsconfig.node.json", import.meta.url));
const tsc = fileURLToPath(new URL("../../../../node_modules/typescript/bin/tsc", import.meta.url));

/** Builds the package, because some tests start programs that use it. */
export function setup(): void {
  execFileSync(process.execPath, [tsc, "-b", project], { stdio: "inherit" });
}
