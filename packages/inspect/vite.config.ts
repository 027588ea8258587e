import { defineConfig } from "vite";

export default defineConfig({
  root: "page",
  // Workspace packages are read from source, so the page needs no build of theirs.
  resolve: { conditions: ["@acp-store/source", "module", "browser", "development|production"] },
  build: {
    outDir: "../dist/page",
    emptyOutDir: true,
    // The page's Content-Security-Policy allows fonts from files only.
    assetsInlineLimit: 0,
    // Served from this computer: the size is nothing to warn of.
    chunkSizeWarningLimit: 2000,
  },
});
