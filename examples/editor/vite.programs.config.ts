import { defineConfig } from "vite";

/**
 * Bundles the server with all its dependencies. A bundle starts in half of the time of its modules,
 * and the tests start several hundred of them.
 */
export default defineConfig({
  resolve: { conditions: ["@acp-store/source", "node"] },
  // A native module cannot be bundled.
  ssr: {
    noExternal: true,
    external: ["@lydell/node-pty"],
    resolve: { conditions: ["@acp-store/source", "node"] },
  },
  publicDir: false,
  build: {
    ssr: true,
    target: "node20",
    outDir: "dist",
    // The folder also contains the page.
    emptyOutDir: false,
    rollupOptions: {
      input: { main: "server/main.ts" },
      // Modules find the page relative to their own file.
      output: { entryFileNames: "server/[name].js", chunkFileNames: "shared/[name].js" },
    },
  },
});
