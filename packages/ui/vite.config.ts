import { defineConfig } from "vite";

/** Joins the stylesheets of the parts to one file. TypeScript compiles the code. */
export default defineConfig({
  build: {
    outDir: "dist",
    emptyOutDir: false,
    // The browsers that `light-dark()` needs can read all of it.
    target: "esnext",
    cssMinify: false,
    rollupOptions: { input: "src/style.css", output: { assetFileNames: "style.css" } },
  },
});
