import { join } from "node:path";
import { build } from "vite";
import { ROOT } from "./repository.js";

/** Builds the playground and the gallery into the folder of the built site. */
export async function buildPages(outDir: string): Promise<void> {
  const site = join(ROOT, "site");
  await build({
    root: site,
    configFile: join(site, "vite.pages.config.ts"),
    logLevel: "warn",
    build: { outDir },
  });
}
