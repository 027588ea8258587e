import { join } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

/** The pages work without any other origin. Traces may contain images as `data:` URLs. */
const CONTENT_SECURITY_POLICY =
  "default-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'";

/** Adds the policy to the built pages. The development server needs inline scripts. */
const contentSecurityPolicy: Plugin = {
  name: "content-security-policy",
  apply: "build",
  transformIndexHtml: () => [
    {
      tag: "meta",
      attrs: { "http-equiv": "Content-Security-Policy", content: CONTENT_SECURITY_POLICY },
      injectTo: "head-prepend",
    },
  ],
};

/** The playground and the gallery, which are separate pages beside those of VitePress. */
export default defineConfig({
  root: import.meta.dirname,
  base: "./",
  publicDir: false,
  plugins: [react(), contentSecurityPolicy],
  // Resolves workspace packages to their source, so they need no build.
  resolve: { conditions: ["@acp-store/source", "module", "browser", "development|production"] },
  build: {
    // VitePress has written its pages here already.
    outDir: "dist",
    emptyOutDir: false,
    assetsDir: "pages",
    // The policy does not allow fonts and scripts from `data:` URLs.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      input: {
        playground: join(import.meta.dirname, "playground/index.html"),
        gallery: join(import.meta.dirname, "gallery/index.html"),
        preview: join(import.meta.dirname, "gallery/preview/index.html"),
      },
    },
  },
});
