import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

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
  readonly folder: string;
  readonly entries: readonly Entry[];
  /** The names of its peer dependencies. */
  readonly peers: readonly string[];
}

interface Manifest {
  readonly name: string;
  readonly private?: boolean;
  readonly exports: Readonly<Record<string, unknown>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** Returns the published packages that applications import. */
export function listLibraries(): Library[] {
  const folders = readdirSync(join(root, "packages")).map((name) => join(root, "packages", name));
  return folders.flatMap((folder) => {
    const file = join(folder, "package.json");
    if (!existsSync(file)) return [];
    const manifest = JSON.parse(readFileSync(file, "utf8")) as Manifest;
    if (manifest.private === true || !("." in manifest.exports)) return [];
    const modules = Object.keys(manifest.exports).filter((subpath) => !subpath.endsWith(".css"));
    const entries = modules.map((subpath) => ({
      name: join(manifest.name, subpath),
      // The types of Vitest need those of Node, and the client of NATS looks for the crypto of Node.
      needsNode: ["./nats", "./node", "./vitest"].includes(subpath),
    }));
    return [{ folder, entries, peers: Object.keys(manifest.peerDependencies ?? {}) }];
  });
}
