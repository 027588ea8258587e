import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** Bundles the page of the panel. The names of its files are fixed, because the extension names them. */
export default defineConfig({
  plugins: [react()],
  resolve: { conditions: ["@acp-store/source", "module", "browser", "development|production"] },
  publicDir: false,
  build: {
    target: "chrome132",
    outDir: "dist/panel",
    emptyOutDir: true,
    // The Content-Security-Policy allows one script, so it must not load others.
    modulePreload: false,
    rollupOptions: {
      input: "src/panel/main.tsx",
      output: { entryFileNames: "panel.js", assetFileNames: "panel[extname]" },
    },
  },
});
