import type { Options } from "./options.js";
import { parts } from "./parts/parts.js";

// The process of one part: `node --expose-gc runPart.js NAME OPTIONS`.

const [name = "", options = "{}"] = process.argv.slice(2);
const { rounds, scale, seed } = JSON.parse(options) as Options;
const run = await parts[name]?.();
if (run === undefined) throw new Error(`There is no part "${name}".`);
const progress = (text: string): void => console.error(`  ${text}`);
process.send?.(await run({ rounds, scale, seed, progress }));
process.disconnect?.();
