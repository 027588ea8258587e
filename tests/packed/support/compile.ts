import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { basename, join } from "node:path";

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

/** A folder of the fresh project with TypeScript files, which are compiled together. */
export interface Program {
  readonly folder: string;
  readonly compilerOptions: object;
}

/**
 * Compiles programs in the fresh project, and checks all declarations that they reach. One run of
 * the compiler takes half the time of several, because it parses the declarations once. Returns
 * the errors of each program.
 */
export function compile(programs: readonly Program[], compiler: string): string[][] {
  for (const { folder, compilerOptions } of programs) writeConfig(folder, compilerOptions);
  const [{ folder }] = programs as [Program];
  const tsc = join(folder, "../../node_modules", compiler, "bin/tsc");
  const names = programs.map((program) => basename(program.folder));
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [tsc, "-b", "--force", "--verbose", "--pretty", "false", ...names],
    { cwd: join(folder, ".."), encoding: "utf8" },
  );
  const hasCrashed = stderr !== "" || (status !== 0 && !/ error TS\d+: /.test(stdout));
  if (hasCrashed) return names.map(() => [`${stdout}${stderr}`]);
  // The line before the errors of a program ends with "Building project '/…/name/tsconfig.json'...".
  const [start = "", ...outputs] = stdout.split(/^.*Building project '/m);
  return names.map((name) => {
    const output = outputs.find((text) =>
      /^([^']*)\/tsconfig\.json'/.exec(text)?.[1]?.endsWith(name),
    );
    return output === undefined ? [`${name} was not compiled: ${start}`] : findErrors(output);
  });
}

function writeConfig(folder: string, compilerOptions: object): void {
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
}

/** Returns the errors of a program, except those of other packages. */
function findErrors(output: string): string[] {
  const errors = output.split("\n").filter((line) => / error TS\d+: |^error TS/.test(line));
  return errors.filter((line) => !UNCHECKED_PACKAGES.some((name) => isAbout(name, line)));
}

/** Returns whether an error is in the declarations of a package, or about a subpath of it. */
function isAbout(packageName: string, error: string): boolean {
  return ["node_modules/", "module '"].some((start) => error.includes(`${start}${packageName}/`));
}
