import { defineConfig } from "vite";

/**
 * Bundles the server and the agent with all their dependencies. A bundle starts in half of the time
 * of its modules, and the tests start several hundred of them.
 */
export default defineConfig({
  resolve: { conditions: ["@acp-store/source", "node"] },
  ssr: { noExternal: true, resolve: { conditions: ["@acp-store/source", "node"] } },
  publicDir: false,
  build: {
    ssr: true,
    target: "node20",
    outDir: "dist",
    // The folder also contains the page.
    emptyOutDir: false,
    rollupOptions: {
      input: {
        "server/main": "server/main.ts",
        "agent/main": "agent/main.ts",
        // Started by the agent as a process.
        "agent/counter": "agent/script/counter.ts",
        "agent/sampleProject": "agent/sampleProject.ts",
      },
      // Modules find the agent and the page relative to their own file.
      output: { entryFileNames: "[name].js", chunkFileNames: "shared/[name].js" },
    },
  },
});
