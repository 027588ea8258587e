import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults, RunOptions } from "axe-core";
import type { Page } from "playwright";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const OPTIONS: RunOptions = { runOnly: RULES, resultTypes: ["violations"] };

/** What axe finds wrong with the page as it is: the rule, and where. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(source);
  // A string: the page's code is not this file's.
  const { violations: found } = await page.evaluate<AxeResults>(
    `axe.run(document, ${JSON.stringify(OPTIONS)})`,
  );
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(" ")} ${failureSummary ?? ""}`),
  );
}
