// Installs the dependencies, builds the packages, and packs them into a folder.
// Usage: node scripts/pack-packages.mjs FOLDER
import { execSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { listPublicPackages, packPackages } from "./packages.mjs";
import { withPnpm } from "./pnpm.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const [folder] = process.argv.slice(2);
if (folder === undefined)
  throw new Error("No folder was given. Run npm run pack:packages -- ../acp-store-packages.");
// npm runs scripts in the root folder. INIT_CWD is the folder in which the user ran the command.
const destination = resolve(process.env.INIT_CWD ?? process.cwd(), folder);

console.log("Installing dependencies and building the packages. This takes about a minute…");
const prepareCommand = withPnpm(
  "pnpm install --frozen-lockfile --prefer-offline --loglevel=error",
  "npm run --silent build",
);
execSync(prepareCommand, { cwd: root, stdio: "inherit" });
mkdirSync(destination, { recursive: true });
await packPackages(destination);
console.log(`Packed ${listPublicPackages().length} packages into ${destination}.`);
