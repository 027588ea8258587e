import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { join } from "node:path";
import { build, type Plugin } from "vite";
import { describe, expect, inject, it } from "vitest";

const folder = inject("freshProject");
const entries = inject("entries");
const browserEntries = entries.filter(({ needsNode }) => !needsNode).map(({ name }) => name);

/** Runs a script in the fresh project and returns what it prints. */
function runScript(type: "module" | "commonjs", script: string): string {
  return execFileSync(process.execPath, [`--input-type=${type}`, "-e", script], {
    cwd: folder,
    encoding: "utf8",
  });
}

/** Bundles an entry for browsers. Returns the modules of Node and the packages that it imports. */
async function bundle(entry: string): Promise<{ node: string[]; packages: string[] }> {
  const node: string[] = [];
  const packages = new Set<string>();
  const file = join(folder, "bundled.js");
  writeFileSync(file, `export * from "${entry}";`);
  const recordImports: Plugin = {
    name: "record-imports",
    enforce: "pre",
    resolveId(source, importer) {
      if (isBuiltin(source)) node.push(`${source}, imported by ${importer}`);
      if (/^(@[^./]|[a-z])/.test(source))
        packages.add(source.split("/", source.startsWith("@") ? 2 : 1).join("/"));
      return null;
    },
  };
  await build({
    root: folder,
    configFile: false,
    logLevel: "silent",
    plugins: [recordImports],
    build: { write: false, minify: false, rollupOptions: { input: file } },
  });
  return { node, packages: [...packages] };
}

describe("an installed package", () => {
  it.each(entries)("can be imported in Node: $name", ({ name }) => {
    const print = `console.log(Object.keys(await import("${name}")).length > 0)`;
    expect(runScript("module", print)).toBe("true\n");
  });

  it.each(entries)("can be required by a CommonJS module in Node: $name", ({ name }) => {
    const print = `console.log(Object.keys(require("${name}")).length > 0)`;
    expect(runScript("commonjs", print)).toBe("true\n");
  });
});

describe("an entry for browsers", () => {
  it.each(browserEntries)("imports no module of Node: %s", async (name) => {
    expect((await bundle(name)).node).toEqual([]);
  });

  it("imports no SDK and no other package if it is the tap", async () => {
    expect((await bundle("@acp-store/core/tap")).packages).toEqual(["@acp-store/core"]);
  });
});
