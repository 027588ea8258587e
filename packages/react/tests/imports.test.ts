import { join } from "node:path";
import { expect, it } from "vitest";
import { bundleProgram, runInEcmaScript } from "../../core/tests/environment/support.js";

const EXPORTS = { react: "useSession", client: "connectAgent" };

it.each(["react", "client"] as const)(
  "imports @acp-store/%s without timers, a clock or randomness",
  async (name) => {
    const entry = join(import.meta.dirname, "../..", name, "src/index.ts");
    // The context has neither timers nor `crypto`, and `Math.random` and `Date.now` throw.
    const evaluate = runInEcmaScript(await bundleProgram(entry, "production"));
    expect(evaluate(`typeof program.${EXPORTS[name]}`)).toBe("function");
  },
);
