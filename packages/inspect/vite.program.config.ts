import { defineConfig } from "vite";

/**
 * Bundles the program. The private package @acp-store/server becomes a part of it, so that
 * the published package does not depend on it. All other dependencies stay imports.
 */
export default defineConfig({
  resolve: { conditions: ["@acp-store/source"] },
  ssr: {
    noExternal: ["@acp-store/server"],
    external: ["@acp-store/devtools", "@acp-store/check", "cross-spawn", "sirv", "ws"],
  },
  build: {
    ssr: true,
    target: "node20",
    outDir: "dist/program",
    emptyOutDir: true,
    rollupOptions: {
      input: { main: "src/main.ts", worker: "src/worker.ts" },
      // Modules find the worker and the page relative to their own file.
      output: { entryFileNames: "[name].js", chunkFileNames: "[name].js" },
    },
  },
});
