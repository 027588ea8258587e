import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults, RunOptions } from "axe-core";
import type { Frame, Page } from "playwright";

const AXE_SOURCE = readFileSync(
  createRequire(import.meta.url).resolve("axe-core/axe.min.js"),
  "utf8",
);
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const OPTIONS: RunOptions = { runOnly: RULES, resultTypes: ["violations"] };

/** Runs axe on a page or a frame and returns each violation with its rule and element. */
export async function findViolations(page: Frame | Page): Promise<string[]> {
  await page.evaluate(AXE_SOURCE);
  // Passed as a string, because `axe` exists only inside the page.
  const { violations } = await page.evaluate<AxeResults>(
    `axe.run(document, ${JSON.stringify(OPTIONS)})`,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(" ")} ${failureSummary ?? ""}`),
  );
}
