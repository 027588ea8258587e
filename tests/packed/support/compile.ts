import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Packages whose own declarations need newer compilers or resolutions: the official SDK and the
 * client of NATS declare methods named `Symbol.dispose`, Angular, fast-check and Svelte import
 * subpaths, and Solid names new events of browsers. The AI SDK and assistant-ui need the types of Node
 * and of TypeScript 5.7, and the default imports of zod. Projects that use them set `skipLibCheck`.
 */
const UNCHECKED_PACKAGES = [
  "@agentclientprotocol/sdk",
  "@ai-sdk/provider-utils",
  "@angular/core",
  "@assistant-ui/core",
  "@assistant-ui/react",
  "@assistant-ui/store",
  "@nats-io/nats-core",
  "@radix-ui/primitive",
  "ai",
  "assistant-stream",
  "fast-check",
  "solid-js",
  "svelte",
  "zod",
];

/**
 * Compiles the TypeScript files in a folder of the fresh project, and checks all declarations that
 * they reach. Returns the errors.
 */
export function compile(folder: string, compiler: string, compilerOptions: object): string[] {
  const config = {
    compilerOptions: {
      target: "es2022",
      strict: true,
      skipLibCheck: false,
      noEmit: true,
      jsx: "react-jsx",
      ...compilerOptions,
    },
    include: ["*.ts", "*.tsx"],
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
  const tsc = join(folder, "../../node_modules", compiler, "bin/tsc");
  const { status, stdout } = spawnSync(process.execPath, [tsc, "-p", ".", "--pretty", "false"], {
    cwd: folder,
    encoding: "utf8",
  });
  const errors = stdout.split("\n").filter((line) => / error TS\d+: |^error TS/.test(line));
  if (status !== 0 && errors.length === 0) return [stdout];
  return errors.filter((line) => !UNCHECKED_PACKAGES.some((name) => isAbout(name, line)));
}

/** Returns whether an error is in the declarations of a package, or about a subpath of it. */
function isAbout(packageName: string, error: string): boolean {
  return ["node_modules/", "module '"].some((start) => error.includes(`${start}${packageName}/`));
}
