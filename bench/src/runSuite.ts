import type { Options } from "./options.js";
import { suites } from "./suites/suites.js";

// Runs one suite in its own process.
// Usage: node --expose-gc runSuite.js NAME OPTIONS

const [name = "", options = "{}"] = process.argv.slice(2);
const { rounds, scale } = JSON.parse(options) as Options;
const runSuite = await suites[name]?.();
if (runSuite === undefined) throw new Error(`Unknown suite "${name}".`);
const progress = (text: string): void => console.error(`  ${text}`);
process.send?.(await runSuite({ rounds, scale, progress }));
process.disconnect?.();
