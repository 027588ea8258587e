import { parseSync } from "oxc-parser";
import { describe, expect, it } from "vitest";
import { createPublicNames } from "./publicNames.js";
import { readFiles, SOURCES } from "./sources.js";

const names = createPublicNames(SOURCES);
const mainEntries = [...SOURCES.keys()].filter((file) =>
  /^packages\/[^/]+\/src\/index\.ts$/.test(file),
);

/** Returns the names that pages of the manual mention in code. */
function namesInDocs(): Set<string> {
  const pages = readFiles(
    "README.md",
    "docs/*.md",
    "skills/*.md",
    "packages/*/README.md",
    "site/index.md",
  );
  const code = [...pages.values()].flatMap(
    (text) => text.match(/^```[\s\S]*?^```|`[^`\n]+`/gm) ?? [],
  );
  return new Set(code.flatMap((text) => text.match(/[\w$]+/g) ?? []));
}

/** Returns what each folder of a package or an application imports, as `package#name`. */
function importsByFolder(): Map<string, Set<string>> {
  const applications = ["examples", "site", "bench", "packages/inspect/page"];
  const patterns = applications.flatMap((folder) =>
    ["ts", "tsx", "mjs"].map((extension) => `${folder}/*.${extension}`),
  );
  const imports = new Map<string, Set<string>>();
  for (const [file, text] of [...SOURCES, ...readFiles(...patterns)]) {
    const names = imports.get(folderOf(file)) ?? new Set<string>();
    imports.set(folderOf(file), names);
    for (const { moduleRequest, entries } of parseSync(file, text).module.staticImports)
      for (const { importName } of entries) names.add(`${moduleRequest.value}#${importName.name}`);
  }
  return imports;
}

const folderOf = (file: string): string => file.split("/").slice(0, 2).join("/");

const documented = namesInDocs();
const imports = importsByFolder();

describe("the main entry of a package", () => {
  it.each(mainEntries)("exports only names that are used: %s", (entry) => {
    const folder = folderOf(entry);
    const exported = names.exportsOf(entry);
    const isImported = (name: string): boolean =>
      [...imports].some(
        ([user, used]) =>
          user !== folder && used.has(`${folder.replace("packages", "@acp-store")}#${name}`),
      );
    // The guard of an error class belongs to the class.
    const isUsed = (name: string): boolean =>
      documented.has(name) ||
      isImported(name) ||
      (/^is.*Error$/.test(name) && exported.has(name.slice(2)));
    const otherEntries = [...SOURCES.keys()].filter(
      (file) => file.startsWith(`${folder}/src/`) && /src\/[^/]+\/index\.ts$/.test(file),
    );
    const reachable = names.reachableFrom([
      ...[...exported].filter(([name]) => isUsed(name)).map(([, place]) => place),
      ...otherEntries.flatMap((file) => [...names.exportsOf(file).values()]),
    ]);
    const unused = [...exported].filter(([name, place]) => !isUsed(name) && !reachable.has(place));
    expect(unused.map(([name]) => name)).toEqual([]);
  });
});

it("finds the types in the signatures of a function, but not those in its code", () => {
  const planted = createPublicNames(
    new Map([
      ["a/src/index.ts", 'export { run } from "./run.js"; export type * from "./types.js";'],
      [
        "a/src/run.ts",
        'import type { Options, Hidden } from "./types.js"; export function run(options: Options): void { const hidden: Hidden = options; }',
      ],
      [
        "a/src/types.ts",
        "export interface Options { part: Part } export type Part = typeof text; export type Hidden = object; const text = 1;",
      ],
    ]),
  );
  const exported = planted.exportsOf("a/src/index.ts");
  expect([...exported.keys()]).toEqual(["Options", "Part", "Hidden", "run"]);
  expect([...planted.reachableFrom([exported.get("run") ?? ""])]).toEqual([
    "a/src/types.ts#Options",
    "a/src/types.ts#Part",
  ]);
});

it("finds the types that a signature names by their module", () => {
  const planted = createPublicNames(
    new Map([
      ["a/src/index.ts", 'export { run } from "./run.js";'],
      [
        "a/src/run.ts",
        'import type * as types from "./types.js"; export function run(options: types.Options): void {}',
      ],
      ["a/src/types.ts", "export interface Options {} export interface Other {}"],
    ]),
  );
  const exported = planted.exportsOf("a/src/index.ts");
  expect([...exported.keys()]).toEqual(["run"]);
  expect([...planted.reachableFrom([exported.get("run") ?? ""])]).toEqual([
    "a/src/types.ts#Options",
  ]);
});
