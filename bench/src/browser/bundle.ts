import { join } from "node:path";
import { build } from "vite";
import { benchFolder } from "../folders.js";

/** Bundles the page for production. Resolves with the path of the script. */
export async function bundlePage(): Promise<string> {
  const outDir = join(benchFolder, "dist/page");
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
        entry: join(benchFolder, "page/main.ts"),
        formats: ["iife"],
        name: "bench",
        fileName: () => "page.js",
      },
    },
  });
  return join(outDir, "page.js");
}
