import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/** Files of the sample project, by the role they play in the script. */
export const SAMPLE = {
  cart: "src/cart.js",
  prices: "src/prices.js",
  discounts: "src/discounts.js",
  check: "check.js",
  readme: "README.md",
} as const;

/** The mistake in the cart, and what it should have been. */
export const BUG = "sum += prices[name];";
export const FIX = "sum += prices[name] * count;";

const FILES: Readonly<Record<string, string>> = {
  [SAMPLE.cart]: `import { prices } from "./prices.js";

/** What a cart costs, in cents: { apple: 2 } means two apples. */
export function total(cart) {
  let sum = 0;
  for (const [name, count] of Object.entries(cart)) {
    ${BUG}
  }
  return sum;
}
`,
  [SAMPLE.prices]: `/** Prices in cents. */
export const prices = {
  apple: 30,
  bread: 250,
  milk: 120,
};
`,
  [SAMPLE.check]: `import { setTimeout as pause } from "node:timers/promises";
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
  [SAMPLE.readme]: `# Cart

What a shopping cart costs. \`node check.js\` checks it.
`,
  "package.json": `{ "name": "cart", "private": true, "type": "module" }
`,
};

/** Writes the small project that the scripted agent works on. */
export async function writeSampleProject(dir: string): Promise<void> {
  for (const [path, text] of Object.entries(FILES)) {
    await mkdir(dirname(join(dir, path)), { recursive: true });
    await writeFile(join(dir, path), text);
  }
}
