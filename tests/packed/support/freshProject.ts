import { exec, execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { TestProject } from "vitest/node";
import { setup as buildInspect } from "../../../packages/inspect/e2e/build.js";
import { archiveOf, packPackages } from "../../../scripts/packages.mjs";
import { reportInstallation } from "./installation.js";
import { type Entry, listLibraries, type Library, root } from "./libraries.js";

declare module "vitest" {
  interface ProvidedContext {
    /** A new project in which npm has installed the packed packages. */
    freshProject: string;
    /** The folder with the archive of each public package. */
    archives: string;
    /** The entries of all packages. */
    entries: readonly Entry[];
  }
}

/** The versions of TypeScript that users of the packages may have, as aliases for npm. */
export const TYPESCRIPT_VERSIONS: Readonly<Record<string, string>> = {
  "typescript-5.4": "5.4.5",
  "typescript-5.9": "5.9.3",
  "typescript-6.0": "6.0.3",
  typescript: versionOf("typescript"),
};

const run = promisify(exec);

/** The other programs that run JavaScript. */
const RUNTIMES: Readonly<Record<string, string>> = { bun: "1.4.4", deno: "2.9.6" };

/** Newer versions depend on releases of @assistant-ui/store that are not published. */
const OVERRIDES: Readonly<Record<string, string>> = { "@assistant-ui/core": "0.3.20" };

/**
 * Builds and packs the packages, and installs them in a new project, once for all tests. Tests of
 * other projects do not wait for the packing and the installation.
 */
export function setup({ provide }: TestProject): () => Promise<void> {
  const libraries = listLibraries();
  const folder = mkdtempSync(join(tmpdir(), "acp-store-fresh-"));
  const archives = join(folder, "archives");
  mkdirSync(archives);
  const remove = (): void => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  // The test run may end without the teardown, for example when a setup fails.
  process.once("exit", remove);
  build(libraries);
  const installation = reportInstallation(
    folder,
    packPackages(archives).then(() => install(libraries, folder)),
  );
  provide("freshProject", folder);
  provide("archives", archives);
  provide(
    "entries",
    libraries.flatMap(({ entries }) => entries),
  );
  return async () => {
    await installation;
    remove();
  };
}

function build(libraries: readonly Library[]): void {
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  const projects = libraries.flatMap(({ folder }) =>
    readdirSync(folder)
      .filter((file) => /^tsconfig(?!\.test\.).*json$/.test(file))
      .map((file) => join(folder, file)),
  );
  execFileSync(process.execPath, [tsc, "-b", ...projects], { stdio: "inherit" });
  buildInspect();
}

async function install(libraries: readonly Library[], cwd: string): Promise<void> {
  const compilers = Object.entries(TYPESCRIPT_VERSIONS).map(([alias, version]) => [
    alias,
    `npm:typescript@${version}`,
  ]);
  const packed = new Set(libraries.map(({ name }) => name));
  const names = libraries.flatMap(({ peers: all }) => all.filter((name) => !packed.has(name)));
  const peers = [...new Set(names)];
  const types = ["@types/node", "@types/react", "@types/react-dom"];
  const testTools = ["@testing-library/dom", "@testing-library/react", "jsdom"];
  const transports = ["@nats-io/transport-node", "@types/ws", "ws"];
  const bundlers = ["@vitejs/plugin-react", "vite"];
  const frameworks = ["@angular/forms"];
  const manifest = {
    name: "fresh-project",
    private: true,
    type: "module",
    dependencies: Object.fromEntries([
      ...[...libraries.map(({ name }) => name), "create-acp-store"].map((name) => [
        name,
        `file:archives/${archiveOf(name)}`,
      ]),
      ...[...peers, ...types, ...testTools, ...transports, ...bundlers, ...frameworks].map(
        (name) => [name, versionOf(name)],
      ),
      ...compilers,
      ...Object.entries(RUNTIMES),
    ]),
    overrides: OVERRIDES,
  };
  writeFileSync(join(cwd, "package.json"), JSON.stringify(manifest));
  const options = "--prefer-offline --no-audit --no-fund --loglevel=error";
  await run(`npm install ${options}`, { cwd });
}

/** Returns the version of a package that this repository uses for its own tests and snippets. */
function versionOf(name: string): string {
  for (const path of ["package.json", "docs/package.json"]) {
    const manifest: unknown = JSON.parse(readFileSync(join(root, path), "utf8"));
    const { devDependencies } = manifest as { devDependencies: Record<string, string> };
    const version = devDependencies[name];
    if (version !== undefined) return version;
  }
  throw new Error(`Neither package.json nor docs/package.json has a devDependency "${name}".`);
}
