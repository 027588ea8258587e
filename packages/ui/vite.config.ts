import { defineConfig } from "vite";

/** Joins the stylesheets of the parts to one file, and copies the one for VS Code. TypeScript compiles the code. */
export default defineConfig({
  build: {
    outDir: "dist",
    emptyOutDir: false,
    // The browsers that `light-dark()` needs can read all of it.
    target: "esnext",
    cssMinify: false,
    rollupOptions: {
      input: ["src/style.css", "src/vscode.css"],
      output: { assetFileNames: "[name][extname]" },
    },
  },
});
