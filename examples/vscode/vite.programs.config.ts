import { defineConfig } from "vite";

/**
 * Bundles the extension and the scripted agent with all their dependencies. CommonJS, because VS Code
 * loads an extension with `require`.
 */
export default defineConfig({
  resolve: { conditions: ["@acp-store/source", "node"] },
  ssr: {
    noExternal: true,
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
      // VS Code provides this module.
      external: ["vscode"],
      input: { extension: "src/extension/extension.ts", agent: "agent/main.ts" },
      output: {
        format: "cjs",
        entryFileNames: "[name].cjs",
        chunkFileNames: "shared/[name].cjs",
      },
    },
  },
});
