import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** The default address of `npm start`. Vite serves only the page, so it forwards the WebSocket. */
const SERVER = "http://127.0.0.1:4317";

export default defineConfig({
  plugins: [react()],
  // Resolves workspace packages to their source, so they need no build.
  resolve: { conditions: ["@acp-store/source", "module", "browser", "development|production"] },
  build: {
    outDir: "dist/page",
    emptyOutDir: true,
    // The page's Content-Security-Policy does not allow fonts from `data:` URLs.
    assetsInlineLimit: 0,
  },
  server: {
    // Open the server's own address first: its cookie is valid on every port of 127.0.0.1.
    host: "127.0.0.1",
    proxy: { "/acp": { target: SERVER, changeOrigin: true, ws: true, rewriteWsOrigin: true } },
  },
});
