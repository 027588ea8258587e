import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, inject, it } from "vitest";
import { compile } from "./support/compile.js";
import { TYPESCRIPT_VERSIONS } from "./support/freshProject.js";

const folder = inject("freshProject");
const entries = inject("entries");

const RESOLUTIONS = {
  node: { module: "esnext", moduleResolution: "node10" },
  node16: { module: "node16", moduleResolution: "node16" },
  bundler: { module: "esnext", moduleResolution: "bundler" },
};
const EVERYWHERE = { lib: ["es2022", "dom"], types: ["node", "react"] };

/** Writes a program that imports the entries and uses each of them, and compiles it. */
function compileImports(
  name: string,
  entryNames: readonly string[],
  compiler: string,
  options: object,
): readonly string[] {
  const program = join(folder, "programs", name.replace(/\W+/g, "-"));
  mkdirSync(program, { recursive: true });
  const imports = entryNames.map((entry, index) => `import * as entry${index} from "${entry}";`);
  const uses = entryNames.map((_entry, index) => `entry${index}`);
  const lines = [...imports, `export const entries: object[] = [${uses.join(", ")}];`];
  writeFileSync(join(program, "main.ts"), lines.join("\n"));
  return compile(program, compiler, options);
}

/** All supported pairs of a compiler and a resolution. */
const supported = Object.entries(TYPESCRIPT_VERSIONS).flatMap(([compiler, version]) =>
  Object.entries(RESOLUTIONS).flatMap(([resolution, options]) => {
    const isNode10 = options.moduleResolution === "node10";
    // TypeScript 6 announces the end of this resolution, and TypeScript 7 removed it.
    if (isNode10 && version.startsWith("7.")) return [];
    const ignore = isNode10 && version.startsWith("6.") && { ignoreDeprecations: "6.0" };
    return [{ compiler, version, resolution, options: { ...options, ...ignore } }];
  }),
);
/** Checking the declarations takes four times as long, except with the native compiler. */
const checksDeclarations = ({ compiler, resolution }: (typeof supported)[number]): boolean =>
  compiler === "typescript" || (compiler === "typescript-5.4" && resolution === "node");

describe("the entries of all packages", () => {
  it.each(supported)(
    "resolves every entry, with valid types, in TypeScript $version with $resolution resolution",
    (pair) => {
      const { compiler, resolution, options } = pair;
      const all = entries.map(({ name }) => name);
      const errors = compileImports(`${compiler} ${resolution}`, all, compiler, {
        ...options,
        ...EVERYWHERE,
        skipLibCheck: !checksDeclarations(pair),
      });
      expect(errors).toEqual([]);
    },
  );
});

describe.each(["typescript-5.4", "typescript"])("a project with %s", (compiler) => {
  const options = { ...RESOLUTIONS.bundler, types: [] };

  it("needs no types of Node for the entries that run in browsers", () => {
    const names = entries.filter(({ needsNode }) => !needsNode).map(({ name }) => name);
    const errors = compileImports(`${compiler} browser`, names, compiler, {
      ...options,
      lib: ["es2022", "dom"],
    });
    expect(errors).toEqual([]);
  });

  it("needs no types of browsers for the client in Node", () => {
    const names = entries
      .map(({ name }) => name)
      .filter((name) => /^@acp-store\/(core|client)/.test(name));
    const errors = compileImports(`${compiler} node`, names, compiler, {
      ...options,
      lib: ["es2022"],
      types: ["node"],
    });
    expect(errors).toEqual([]);
  });

  it("needs neither for the core", () => {
    const names = [
      "@acp-store/core",
      "@acp-store/core/convert",
      "@acp-store/core/policies",
      "@acp-store/core/reads",
      "@acp-store/core/replica",
    ];
    const errors = compileImports(`${compiler} core`, names, compiler, {
      ...options,
      lib: ["es2022"],
    });
    expect(errors).toEqual([]);
  });
});
