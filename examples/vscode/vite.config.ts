import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** Bundles the page of the panel. The names of its files are fixed, because the extension names them. */
export default defineConfig({
  base: "./",
  plugins: [react()],
  resolve: { conditions: ["@acp-store/source", "module", "browser", "development|production"] },
  publicDir: false,
  build: {
    target: "chrome132",
    outDir: "dist/panel",
    emptyOutDir: true,
    // VS Code serves the files from another origin, to which the page makes no requests itself.
    modulePreload: false,
    rollupOptions: {
      input: "src/panel/main.tsx",
      output: { entryFileNames: "panel.js", assetFileNames: "panel[extname]" },
    },
  },
});
