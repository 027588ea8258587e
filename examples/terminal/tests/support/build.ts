import { fileURLToPath } from "node:url";
import { build } from "vite";

/**
 * Builds the program. The tests start it often, and a bundle starts in half of the time of its
 * modules.
 */
export async function setup(): Promise<void> {
  const conditions = ["@acp-store/source", "node"];
  await build({
    root: fileURLToPath(new URL("../..", import.meta.url)),
    configFile: false,
    logLevel: "warn",
    resolve: { conditions },
    ssr: { noExternal: true, resolve: { conditions } },
    build: {
      ssr: "src/main.ts",
      target: "node20",
      // In the folder of the example, so that the program finds the scripted agent.
      outDir: "node_modules/.cache/program",
      emptyOutDir: true,
    },
  });
}
