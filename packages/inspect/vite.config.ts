import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

export default defineConfig({
  root: "page",
  plugins: [react()],
  // Resolve workspace packages to their source, so they do not have to be built first.
  resolve: { conditions: ["@acp-store/source", "module", "browser", "development|production"] },
  build: {
    outDir: "../dist/page",
    emptyOutDir: true,
    // The content security policy of the page does not allow inlined fonts.
    assetsInlineLimit: 0,
    // The page is served from the same computer, so its size does not matter.
    chunkSizeWarningLimit: 2000,
    // The server ends with the agent, so the page must not load anything later.
    rolldownOptions: { output: { codeSplitting: false } },
  },
});
