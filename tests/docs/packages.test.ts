import { relative } from "node:path";
import { describe, expect, it } from "vitest";
import { EXPERIMENTAL, listPublicPackages } from "../../scripts/packages.mjs";
import { readPage } from "./snippets.js";

const root = new URL("../..", import.meta.url).pathname;
const packages = listPublicPackages().map(({ folder, manifest }) => ({
  name: manifest.name,
  folder: relative(root, folder),
}));

/** Returns the line about the stability of a package. */
function stabilityOf(name: string): string {
  const entries = EXPERIMENTAL.filter((entry) => entry.startsWith(`${name}/`));
  const exception =
    entries.length > 0 ? `, except for ${entries.map((entry) => `\`${entry}\``).join(", ")}` : "";
  const meaning = EXPERIMENTAL.includes(name)
    ? "**Experimental**: each minor version can change the API, even after 1.0"
    : `**Stable**${exception}: from 1.0 on, only a major version changes the API`;
  return `${meaning} ([Versions](../../docs/versions.md#stable-and-experimental)).`;
}

describe("the documentation of the packages", () => {
  it.each(packages)("says whether the package is stable: $name", ({ name, folder }) => {
    expect(readPage(`${folder}/README.md`).split("\n")).toContain(stabilityOf(name));
  });

  it("lists what is experimental", () => {
    const [, table = ""] =
      /\| Experimental \|([\s\S]*?)\n\n/.exec(readPage("docs/versions.md")) ?? [];
    const listed = Array.from(table.matchAll(/^\| `([^`]+)`/gm), ([, name]) => name);
    expect(listed).toEqual(EXPERIMENTAL);
  });

  it("lists every package once, in the README and in the manual", () => {
    const inReadme = readPage("README.md").matchAll(/^\| \[`([^`]+)`\]\((packages\/[^)]+)\)/gm);
    const listed = Array.from(inReadme, ([, name, folder]) => ({ name, folder }));
    expect(listed.slice(0, 5).map(({ name }) => name)).toEqual([
      "@acp-store/core",
      "@acp-store/client",
      "@acp-store/react",
      "@acp-store/ui",
      "acp-inspect",
    ]);
    const toLines = (list: readonly { name?: string | undefined; folder?: string | undefined }[]) =>
      list.map(({ name, folder }) => `${name} ${folder}`).toSorted();
    expect(toLines(listed)).toEqual(toLines(packages));
    for (const { name, folder } of packages)
      expect(readPage("docs/README.md")).toContain(`[${name}](../${folder}/README.md)`);
  });
});
