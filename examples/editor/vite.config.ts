import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** Where `npm start` listens unless the port is taken: `vite` alone serves the page, not the agent. */
const SERVER = "http://127.0.0.1:4317";

export default defineConfig({
  plugins: [react()],
  // Workspace packages are read from source, so the page needs no build of theirs.
  resolve: { conditions: ["@acp-store/source", "module", "browser", "development|production"] },
  build: {
    outDir: "dist/page",
    emptyOutDir: true,
    // The page's Content-Security-Policy allows fonts from files only.
    assetsInlineLimit: 0,
    // Served from this computer: one file of 200 kB (compressed) is nothing to warn of.
    chunkSizeWarningLimit: 1000,
  },
  server: {
    // The cookie of the server counts on every port of 127.0.0.1, so open its address first.
    host: "127.0.0.1",
    proxy: {
      "/api": { target: SERVER, changeOrigin: true },
      "/acp": { target: SERVER, changeOrigin: true, ws: true, rewriteWsOrigin: true },
    },
  },
});
