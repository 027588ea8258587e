import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { archiveOf, listPublicPackages } from "../../scripts/packages.mjs";
import { root } from "./support/libraries.js";

const names = listPublicPackages().map(({ manifest }) => manifest.name);
const unpacked = join(inject("freshProject"), "unpacked");

/** Returns the folder with the files of an archive, as npm installs them. */
const contentOf = (name: string): string => join(unpacked, archiveOf(name), "package");

const readManifest = (name: string): Manifest =>
  JSON.parse(readFileSync(join(contentOf(name), "package.json"), "utf8")) as Manifest;

/** Returns the paths of the files in an archive, relative to the package. */
function listFiles(name: string): string[] {
  return readdirSync(contentOf(name), { recursive: true, encoding: "utf8" });
}

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

interface SourceMap {
  readonly sourceRoot?: string;
  readonly sources: readonly string[];
}

/** Returns the files that a file of the archive refers to for a debugger: its map, or its sources. */
function referencesOf(path: string): string[] {
  const text = readFileSync(path, "utf8");
  if (path.endsWith(".map")) {
    const { sourceRoot = "", sources } = JSON.parse(text) as SourceMap;
    return sources.map((source) => join(dirname(path), sourceRoot, source));
  }
  const comments = text.matchAll(/^(?:\/\/|\/\*)# sourceMappingURL=(?!data:)(\S+)/gm);
  return [...comments].map(([, url = ""]) => join(dirname(path), url));
}

beforeAll(() => {
  for (const name of names) {
    const folder = join(unpacked, archiveOf(name));
    mkdirSync(folder, { recursive: true });
    execFileSync("tar", ["-xzf", join(inject("archives"), archiveOf(name)), "-C", folder]);
  }
});

describe.each(names)("the archive of %s", (name) => {
  it("is published for everyone, with the proof of the workflow that built it", () => {
    expect(readManifest(name)).toMatchObject({
      name,
      publishConfig: { access: "public", provenance: true },
      license: "Apache-2.0",
      bugs: { url: "https://github.com/acp-store/acp-store/issues" },
    });
  });

  it("contains the license, a README and every file that its manifest names", () => {
    const files = new Set(listFiles(name));
    const manifest = readFileSync(join(contentOf(name), "package.json"), "utf8");
    const named = [...manifest.matchAll(/"\.\/([^"*]+\.\w+)"(?!:)/g)].map(([, path = ""]) => path);
    const missing = ["LICENSE", "README.md", ...named].filter((path) => !files.has(path));
    expect(named).not.toEqual([]);
    expect(missing).toEqual([]);
    expect(readFileSync(join(contentOf(name), "LICENSE"), "utf8")).toBe(
      readFileSync(join(root, "LICENSE"), "utf8"),
    );
  });

  it("contains every file that its source maps name", () => {
    const files = listFiles(name).filter((path) => /\.(js|css|d\.ts|map)$/.test(path));
    const references = files.flatMap((path) => referencesOf(join(contentOf(name), path)));
    expect(references.filter((path) => !existsSync(path))).toEqual([]);
  });

  it("lets npm choose newer compatible versions of its dependencies", () => {
    const { dependencies = {}, peerDependencies = {} } = readManifest(name);
    const ranges = Object.entries({ ...dependencies, ...peerDependencies });
    expect(ranges.filter(([, range]) => !/^(\^|>=)\d/.test(range))).toEqual([]);
  });

  it("contains no tests and no caches of the compiler", () => {
    expect(listFiles(name).filter((path) => /^tests\/|\.test\.|tsbuildinfo/.test(path))).toEqual(
      [],
    );
  });
});
