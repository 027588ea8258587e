import { exec } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { withPnpm } from "./pnpm.mjs";

/**
 * @typedef {object} Manifest
 * @property {string} name
 * @property {string} version
 * @property {boolean} [private]
 * @property {Record<string, unknown>} exports
 * @property {{ access?: string, provenance?: boolean }} [publishConfig]
 * @property {Record<string, string>} [dependencies]
 * @property {Record<string, string>} [peerDependencies]
 *
 * @typedef {object} PublicPackage
 * @property {string} folder The absolute path of its folder.
 * @property {Manifest} manifest
 */

const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * Returns the packages that are published: all in `packages/` that are not private.
 * @returns {PublicPackage[]}
 */
export function listPublicPackages() {
  return readdirSync(join(root, "packages")).flatMap((name) => {
    const folder = join(root, "packages", name);
    const file = join(folder, "package.json");
    if (!existsSync(file)) return [];
    /** @type {Manifest} */
    const manifest = JSON.parse(readFileSync(file, "utf8"));
    return manifest.private === true ? [] : [{ folder, manifest }];
  });
}

/**
 * The packages, and the entries of packages, that are experimental. `docs/versions.md` says why, and
 * what that means.
 */
export const EXPERIMENTAL = [
  "@acp-store/ai-sdk",
  "@acp-store/assistant-ui",
  "@acp-store/core/convert",
  "@acp-store/fleet",
  "@acp-store/mirror/nats",
  "@acp-store/registry",
  "@acp-store/review",
  "@acp-store/server",
  "@acp-store/ui/fleet",
  "create-acp-store",
];

/**
 * Returns the name of the archive of a package, such as `acp-store-core.tgz`. It has no version, so
 * that commands which install it stay the same.
 * @param {string} packageName
 */
export const archiveOf = (packageName) => `${packageName.replace(/^@/, "").replace("/", "-")}.tgz`;

/**
 * Packs the built packages as for publishing, into a folder that exists.
 * @param {string} destination An absolute path.
 */
export async function packPackages(destination) {
  const filters = listPublicPackages().map(({ manifest }) => `--filter ${manifest.name}`);
  const command = `pnpm -r ${filters.join(" ")} pack --out '${join(destination, "%s.tgz")}'`;
  await promisify(exec)(withPnpm(command), { cwd: root });
}
