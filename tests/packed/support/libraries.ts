import { join } from "node:path";
import { listPublicPackages } from "../../../scripts/packages.mjs";

export const root: string = join(import.meta.dirname, "../../..");

/** A module that a package exports. */
export interface Entry {
  /** The name to import, such as `@acp-store/core/policies`. */
  readonly name: string;
  /** Whether it needs Node. All other entries also run in browsers. */
  readonly needsNode: boolean;
}

/** A package for applications. */
export interface Library {
  readonly name: string;
  readonly folder: string;
  readonly entries: readonly Entry[];
  /** The names of its peer dependencies. */
  readonly peers: readonly string[];
}

/** Returns the published packages that applications import. */
export function listLibraries(): Library[] {
  return listPublicPackages().flatMap(({ folder, manifest }) => {
    const modules = Object.keys(manifest.exports).filter(
      (subpath) => !/\.(css|json)$/.test(subpath),
    );
    if (modules.length === 0) return [];
    const entries = modules.map((subpath) => ({
      name: join(manifest.name, subpath),
      // The types of Vitest need those of Node, and the client of NATS looks for the crypto of Node.
      needsNode:
        ["@acp-store/registry", "@acp-store/server"].includes(manifest.name) ||
        ["./nats", "./node", "./vitest", "./vscode"].includes(subpath),
    }));
    const peers = Object.keys(manifest.peerDependencies ?? {});
    return [{ name: manifest.name, folder, entries, peers }];
  });
}
