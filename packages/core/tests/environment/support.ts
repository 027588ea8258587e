import { createContext, runInContext } from "node:vm";
import { build } from "vite";

/** Bundles a file or a package into a script that defines its exports as `program`. */
export async function bundleProgram(
  entry: string,
  nodeEnv: "development" | "production",
): Promise<string> {
  const [output] = [
    await build({
      configFile: false,
      logLevel: "error",
      define: { "process.env.NODE_ENV": JSON.stringify(nodeEnv) },
      resolve: { conditions: ["@acp-store/source", "module", "default"] },
      build: {
        write: false,
        minify: false,
        target: "es2022",
        lib: { entry, formats: ["iife"], name: "program" },
      },
    }),
  ].flat();
  if (output === undefined || !("output" in output)) throw new Error("Vite has built nothing.");
  return output.output[0].code;
}

/**
 * Runs a script in a new context that has only what ECMAScript defines: neither timers nor
 * `crypto`, `TextDecoder`, `URL`, `process` and the like. Returns a function that evaluates
 * expressions there.
 */
export function runInEcmaScript(script: string): (expression: string) => unknown {
  const context = createContext({});
  runInContext("delete globalThis.console; delete globalThis.WebAssembly;", context);
  runInContext(
    `{
      const { random } = Math;
      const { now } = Date;
      globalThis.forbidRandomness = () => {
        Math.random = Date.now = () => { throw new Error("This may not be random."); };
      };
      globalThis.allowRandomness = () => { Math.random = random; Date.now = now; };
      forbidRandomness();
    }`,
    context,
  );
  runInContext(script, context);
  return (expression) => runInContext(expression, context) as unknown;
}
