import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { listPublicPackages } from "../../scripts/packages.mjs";

const root = join(import.meta.dirname, "../..");
const workflows = join(root, ".github/workflows");

type Dependencies = Readonly<Record<string, string>>;

interface Manifest {
  readonly dependencies: Dependencies;
  readonly devDependencies: Dependencies;
  readonly peerDependencies: Dependencies;
}

const readManifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8")) as Manifest;

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

it("shows the sizes of the store and of a working client, below their limits", () => {
  const rows = JSON.parse(readFileSync(join(root, ".size-limit.json"), "utf8")) as readonly {
    readonly name: string;
    readonly limit: string;
  }[];
  const limitOf = (name: string): number =>
    Number.parseFloat(rows.find((row) => row.name.startsWith(name))?.limit ?? "");
  const badge = readFileSync(join(root, "docs/images/size.svg"), "utf8");
  const [, store, client] = />store ([\d.]+) kB, client with SDK ([\d.]+) kB</.exec(badge) ?? [];
  expect(Number(store)).toBeLessThanOrEqual(limitOf("@acp-store/core: createAcpStore with"));
  expect(Number(client)).toBeLessThanOrEqual(limitOf("@acp-store/client: connectAgent and"));
});

it("tests the oldest SDK that the packages accept", () => {
  const oldest = /^npm:@agentclientprotocol\/sdk@(.+)$/.exec(
    readManifest(".").devDependencies["acp-sdk-2.3"] ?? "",
  );
  const range = `^${oldest?.[1]}`;
  expect(readManifest("packages/client").peerDependencies).toEqual({
    "@agentclientprotocol/sdk": range,
  });
  expect(readManifest("packages/testing").dependencies).toMatchObject({
    "@agentclientprotocol/sdk": range,
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
