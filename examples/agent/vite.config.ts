import { defineConfig } from "vite";

/** Bundles the agent with all its dependencies: the tests start it often, and a bundle starts faster. */
export default defineConfig({
  resolve: { conditions: ["@acp-store/source", "node"] },
  ssr: { noExternal: true, resolve: { conditions: ["@acp-store/source", "node"] } },
  build: {
    ssr: true,
    target: "node20",
    outDir: "dist",
    // The folder also contains the types.
    emptyOutDir: false,
    rollupOptions: {
      // The agent starts counter.js as a process.
      input: ["src/main.ts", "src/script/counter.ts", "src/sampleProject.ts"],
      output: { entryFileNames: "[name].js", chunkFileNames: "[name].js" },
    },
  },
});
