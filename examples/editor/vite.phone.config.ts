import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/**
 * Builds the page for phones. It is separate from the editor, because a phone may load only what is
 * below `/phone`.
 */
export default defineConfig({
  plugins: [react()],
  root: "phone",
  base: "/phone/",
  publicDir: false,
  resolve: { conditions: ["@acp-store/source", "module", "browser", "development|production"] },
  build: {
    outDir: "../dist/phone",
    emptyOutDir: true,
    assetsInlineLimit: 0,
  },
});
