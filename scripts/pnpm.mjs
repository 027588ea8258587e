import { readFileSync } from "node:fs";

const manifest = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));

/** The pnpm of this repository, as `pnpm@x.y.z`. The `test` script of package.json pins it. */
export const PNPM = /pnpm@[\d.]+/.exec(manifest.scripts.test)?.[0] ?? "pnpm";

/**
 * A shell command that runs `commands` with pnpm on the PATH, whether or not pnpm is installed.
 * @param {...string} commands
 */
export const withPnpm = (...commands) =>
  `npx --yes --package=${PNPM} -c "${commands.join(" && ")}"`;
