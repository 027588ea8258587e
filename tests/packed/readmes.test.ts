import { writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, inject, it } from "vitest";
import { archiveOf, listPublicPackages } from "../../scripts/packages.mjs";
import { listPages, readPage, readSnippets, writeSnippets } from "../docs/snippets.js";
import { compile } from "./support/compile.js";

const folder = inject("freshProject");
const pages = listPages().filter((page) => /^(README|packages|docs\/migration)/.test(page));
const snippets = pages.flatMap(readSnippets).filter(({ sdk }) => sdk === undefined);
/** Modules that a project has before it installs a package. */
const ALREADY_INSTALLED = /^(node:|@angular\/|(react|solid-js|svelte|vue)($|\/))/;

/** Returns the name of the public package in an archive. */
const packageOf = (path: string): string | undefined =>
  listPublicPackages().find(({ manifest }) => archiveOf(manifest.name) === basename(path))?.manifest
    .name;

/** Returns the names of the packages in the `npm install` commands of a page. */
function installedPackages(page: string): string[] {
  const commands = readPage(page).matchAll(/npm install ([^`\n]+)/g);
  return [...commands]
    .flatMap(([, names = ""]) => names.split(" "))
    .map((name) => packageOf(name) ?? name.replace(/(?<=.)@.*$/, ""));
}

/** Returns the names of the packages that the code of a page imports. */
function importedPackages(page: string): string[] {
  const code = readSnippets(page).map((snippet) => snippet.code);
  const imports = code.join("\n").matchAll(/ from "([^"]+)"/g);
  const names = [...imports].map(([, name = ""]) => /^(@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name);
  return [...new Set(names)].filter((name) => !ALREADY_INSTALLED.test(name));
}

describe("the code of the documentation, typed into a new project", () => {
  it.each([
    ["typescript-5.4", { module: "esnext", moduleResolution: "bundler" }],
    ["typescript", { module: "nodenext" }],
  ])("compiles with %s", (compiler, options) => {
    const program = join(folder, "programs", `snippets-${compiler}`);
    writeSnippets(snippets, program);
    writeFileSync(join(program, "package.json"), '{ "type": "module" }');
    const environment = {
      skipLibCheck: true,
      lib: ["es2022", "dom", "dom.iterable"],
      types: ["node", "react"],
    };
    expect(snippets.length).toBeGreaterThan(20);
    const compilerOptions = { ...options, ...environment };
    expect(compile([{ folder: program, compilerOptions }], compiler)).toEqual([[]]);
  });

  it.each(pages.filter((page) => installedPackages(page).length > 0))(
    "imports only packages that the install command of its page names: %s",
    (page) => {
      const installed = installedPackages(page);
      const missing = importedPackages(page).filter((name) => !installed.includes(name));
      expect(missing).toEqual([]);
    },
  );
});
