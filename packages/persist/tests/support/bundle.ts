import { build } from "vite";

/** Bundles a program, the sources of the packages and their dependencies into one ES module. Returns its code. */
export async function bundle(entry: string, platform: "browser" | "node"): Promise<string> {
  const isNode = platform === "node";
  const result = await build({
    configFile: false,
    logLevel: "error",
    resolve: { conditions: ["@acp-store/source", platform, "module", "default"] },
    ssr: { noExternal: true, external: ["libsql"] },
    build: {
      write: false,
      minify: false,
      target: "es2022",
      ssr: isNode ? entry : false,
      rolldownOptions: { input: entry },
    },
  });
  const [output] = Array.isArray(result) ? result : [result];
  if (output === undefined || !("output" in output)) throw new Error("Vite has built nothing.");
  const [chunk, ...others] = output.output;
  if (others.length > 0) throw new Error("The program was built as several files.");
  return chunk.code;
}
