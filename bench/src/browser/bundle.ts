import { readFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "vite";
import { benchFolder } from "../folders.js";

/** Bundles a script of the `page` folder for production. Resolves with its text. */
export async function bundlePage(entry: "main" | "meter"): Promise<string> {
  const outDir = join(benchFolder, "dist/page", entry);
  await build({
    configFile: false,
    root: benchFolder,
    logLevel: "warn",
    mode: "production",
    define: { "process.env.NODE_ENV": JSON.stringify("production") },
    build: {
      outDir,
      emptyOutDir: true,
      lib: {
        entry: join(benchFolder, `page/${entry}.ts`),
        formats: ["iife"],
        name: "bench",
        fileName: () => "page.js",
      },
    },
  });
  return readFileSync(join(outDir, "page.js"), "utf8");
}
