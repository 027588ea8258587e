import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { listPublicPackages } from "../../scripts/packages.mjs";

const root = join(import.meta.dirname, "../..");
const workflows = join(root, ".github/workflows");

describe("a release", () => {
  it("raises the version of every public package", () => {
    const config: unknown = JSON.parse(readFileSync(join(root, ".changeset/config.json"), "utf8"));
    const { fixed } = config as { fixed: readonly (readonly string[])[] };
    const names = listPublicPackages().map(({ manifest }) => manifest.name);
    expect(fixed.map((group) => group.toSorted())).toEqual([names.toSorted()]);
  });

  it("starts from one version of all public packages", () => {
    const versions = listPublicPackages().map(({ manifest }) => manifest.version);
    expect([...new Set(versions)]).toHaveLength(1);
  });
});

describe.each(readdirSync(workflows))("the workflow %s", (file) => {
  it("pins each action to a commit, and names its version", () => {
    const lines = readFileSync(join(workflows, file), "utf8").split("\n");
    const uses = lines.filter((line) => line.includes("uses:"));
    expect(uses).not.toEqual([]);
    const pinned = /uses: [\w-]+\/[\w./-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/;
    expect(uses.filter((line) => !pinned.test(line))).toEqual([]);
  });
});
