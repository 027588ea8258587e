import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/** The files of the sample project, keyed by their role in the script. */
export const SAMPLE_FILES = {
  cart: "src/cart.js",
  prices: "src/prices.js",
  discounts: "src/discounts.js",
  check: "check.js",
  readme: "README.md",
} as const;

/** The buggy line in the cart. */
export const BUGGY_LINE = "sum += prices[name];";
/** The corrected line. */
export const FIXED_LINE = "sum += prices[name] * count;";

const FILE_CONTENTS: Readonly<Record<string, string>> = {
  [SAMPLE_FILES.cart]: `import { prices } from "./prices.js";

/** Returns the price of a cart in cents. { apple: 2 } means two apples. */
export function total(cart) {
  let sum = 0;
  for (const [name, count] of Object.entries(cart)) {
    ${BUGGY_LINE}
  }
  return sum;
}
`,
  [SAMPLE_FILES.prices]: `/** Prices in cents. */
export const prices = {
  apple: 30,
  bread: 250,
  milk: 120,
};
`,
  [SAMPLE_FILES.check]: `import { setTimeout as pause } from "node:timers/promises";
import { total } from "./src/cart.js";

const checks = [
  [{}, 0],
  [{ apple: 1 }, 30],
  [{ bread: 1, milk: 1 }, 370],
  [{ apple: 3 }, 90],
  [{ bread: 2, milk: 4 }, 980],
];

let failed = 0;
for (const [cart, expected] of checks) {
  await pause(Number(process.env.CHECK_PAUSE_MS ?? 0));
  const actual = total(cart);
  if (actual !== expected) failed += 1;
  const verdict = actual === expected ? "ok  " : "FAIL";
  console.log(\`\${verdict} total(\${JSON.stringify(cart)}) is \${actual}, expected \${expected}\`);
}
console.log(\`\${checks.length - failed} passed, \${failed} failed\`);
process.exitCode = failed === 0 ? 0 : 1;
`,
  [SAMPLE_FILES.readme]: `# Cart

Calculates the price of a shopping cart. Run \`node check.js\` to check it.
`,
  "package.json": `{ "name": "cart", "private": true, "type": "module" }
`,
};

/** Writes the sample project that the scripted agent works on. */
export async function writeSampleProject(dir: string): Promise<void> {
  for (const [path, text] of Object.entries(FILE_CONTENTS)) {
    await mkdir(dirname(join(dir, path)), { recursive: true });
    await writeFile(join(dir, path), text);
  }
}
