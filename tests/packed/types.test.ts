import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { compile, type Program } from "./support/compile.js";
import { TYPESCRIPT_VERSIONS } from "./support/freshProject.js";

const folder = inject("freshProject");
const entries = inject("entries");

const RESOLUTIONS = {
  node: { module: "esnext", moduleResolution: "node10" },
  node16: { module: "node16", moduleResolution: "node16" },
  bundler: { module: "esnext", moduleResolution: "bundler" },
};
const EVERYWHERE = { lib: ["es2022", "dom"], types: ["node", "react"] };

/** A program that imports the entries and uses each of them. */
interface ImportingProgram {
  /** The imported entries, and what the program lacks. */
  readonly description: string;
  readonly entryNames: readonly string[];
  readonly options: object;
}

const entryNames = entries.map(({ name }) => name);
const inBundler = { ...RESOLUTIONS.bundler, types: [] };

/** Programs with fewer types, for the oldest and the newest compiler. */
const SMALL_PROGRAMS: readonly ImportingProgram[] = [
  {
    description: "the entries for browsers, without the types of Node",
    entryNames: entries.filter(({ needsNode }) => !needsNode).map(({ name }) => name),
    options: { ...inBundler, lib: ["es2022", "dom"] },
  },
  {
    description: "the client for Node, without the types of browsers",
    entryNames: entryNames.filter((name) => /^@acp-store\/(core|client)/.test(name)),
    options: { ...inBundler, lib: ["es2022"], types: ["node"] },
  },
  {
    description: "the core, without the types of either",
    entryNames: [
      "@acp-store/core",
      "@acp-store/core/actions",
      "@acp-store/core/convert",
      "@acp-store/core/diff",
      "@acp-store/core/export",
      "@acp-store/core/policies",
      "@acp-store/core/reads",
      "@acp-store/core/replica",
    ],
    options: { ...inBundler, lib: ["es2022"] },
  },
];

/** Returns the programs for a compiler: one for each resolution that it has to try, and small ones. */
function listPrograms(compiler: string, version: string): ImportingProgram[] {
  const isOldestOrNewest = compiler === "typescript-5.4" || compiler === "typescript";
  const programs = Object.entries(RESOLUTIONS).flatMap(([resolution, options]) => {
    const isNode10 = options.moduleResolution === "node10";
    // Those between the oldest and the newest compiler try one, and the last one that has node10 that too.
    const isTried =
      isOldestOrNewest || resolution === "bundler" || (isNode10 && version.startsWith("6."));
    if (!isTried) return [];
    // TypeScript 6 announces the end of this resolution, and TypeScript 7 removed it.
    if (isNode10 && version.startsWith("7.")) return [];
    const ignore = isNode10 && version.startsWith("6.") && { ignoreDeprecations: "6.0" };
    // Checking the declarations takes four times as long, except with the native compiler.
    const checksDeclarations =
      compiler === "typescript" || (compiler === "typescript-5.4" && resolution === "node");
    return {
      description: `every entry, with ${resolution} resolution`,
      entryNames,
      options: { ...options, ...EVERYWHERE, ...ignore, skipLibCheck: !checksDeclarations },
    };
  });
  return isOldestOrNewest ? [...programs, ...SMALL_PROGRAMS] : programs;
}

/** Writes a program into a separate folder. */
function writeProgram(name: string, program: ImportingProgram): Program {
  const programFolder = join(folder, "programs", name);
  mkdirSync(programFolder, { recursive: true });
  const lines = program.entryNames.map(
    (entry, index) => `import * as entry${index} from "${entry}";`,
  );
  const uses = program.entryNames.map((_entry, index) => `entry${index}`);
  lines.push(`export const entries: object[] = [${uses.join(", ")}];`);
  writeFileSync(join(programFolder, "main.ts"), lines.join("\n"));
  return { folder: programFolder, compilerOptions: program.options };
}

describe.each(Object.entries(TYPESCRIPT_VERSIONS))("a project with %s, %s", (compiler, version) => {
  const programs = listPrograms(compiler, version);
  let errors: readonly (readonly string[])[] = [];

  beforeAll(() => {
    const written = programs.map((program, index) => writeProgram(`${compiler}-${index}`, program));
    errors = compile(written, compiler);
  });

  it.each(programs.map(({ description }, index) => [description, index] as const))(
    "compiles a program that imports %s",
    (_, index) => {
      expect(errors[index]).toEqual([]);
    },
  );
});
