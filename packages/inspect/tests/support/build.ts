import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const pathOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Builds the program, which the tests start, and the packages it depends on. */
export function setup(): void {
  const run = (...args: string[]): void =>
    void execFileSync(process.execPath, args, { cwd: pathOf("../.."), stdio: "inherit" });
  run(pathOf("../../../../node_modules/typescript/bin/tsc"), "-b");
  const vite = pathOf("../../node_modules/vite/bin/vite.js");
  run(vite, "build", "--config", "vite.program.config.ts", "--logLevel", "warn");
}
