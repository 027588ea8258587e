import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { setup as buildScriptedAgent } from "../../../editor/tests/support/build.js";

const project = fileURLToPath(new URL("../../tsconfig.json", import.meta.url));
const tsc = fileURLToPath(new URL("../../../../node_modules/typescript/bin/tsc", import.meta.url));

/** Builds the program, the scripted agent and their dependencies, because the tests start them. */
export function setup(): void {
  buildScriptedAgent();
  execFileSync(process.execPath, [tsc, "-b", project], { stdio: "inherit" });
}
