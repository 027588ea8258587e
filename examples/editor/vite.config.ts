import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** The default address of `npm start`. Vite serves only the page, so it forwards the WebSocket. */
const SERVER = "http://127.0.0.1:4317";

/** Modules that the first page imports without using them: they write records of sessions. */
const LATER = /\/handOff\.ts|\/sessionMentions\.ts|\/core\/src\/export\/|\/node_modules\/diff\//;

export default defineConfig({
  plugins: [react()],
  // Resolves workspace packages to their source, so they need no build.
  resolve: { conditions: ["@acp-store/source", "module", "browser", "development|production"] },
  build: {
    outDir: "dist/page",
    emptyOutDir: true,
    // The page's Content-Security-Policy does not allow fonts from `data:` URLs.
    assetsInlineLimit: 0,
    // In kB, without compression: the code of the first page is one file.
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // The parts that are loaded later share code with the first page. Without this, that would split it
          // into about 90 small files, which are 10 % larger.
          includeDependenciesRecursively: false,
          groups: [{ name: "page", tags: ["$initial"], test: (id) => !LATER.test(id) }],
        },
      },
    },
  },
  server: {
    // Open the server's own address first: its cookie is valid on every port of 127.0.0.1.
    host: "127.0.0.1",
    proxy: { "/acp": { target: SERVER, changeOrigin: true, ws: true, rewriteWsOrigin: true } },
  },
});
