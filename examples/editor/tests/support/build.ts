import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const pathOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Builds the programs that the tests start, and the packages that their fixtures import. */
export function setup(): void {
  const run = (...args: string[]): void =>
    void execFileSync(process.execPath, args, { cwd: pathOf("../.."), stdio: "inherit" });
  run(pathOf("../../../../node_modules/typescript/bin/tsc"), "-b", "tsconfig.node.json");
  const vite = pathOf("../../node_modules/vite/bin/vite.js");
  run(vite, "build", "--config", "vite.programs.config.ts", "--logLevel", "warn");
}
