import { readFileSync } from "node:fs";

const manifest = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));

/**
 * The pnpm version of this repository, as `pnpm@x.y.z`. The `test` script of package.json pins it.
 */
export const PNPM = /pnpm@[\d.]+/.exec(manifest.scripts.test)?.[0] ?? "pnpm";

/**
 * Returns a shell command that runs `commands` with pnpm on the PATH, even if pnpm is not
 * installed.
 * @param {...string} commands
 */
export const withPnpm = (...commands) =>
  `npx --yes --package=${PNPM} -c "${commands.join(" && ")}"`;
