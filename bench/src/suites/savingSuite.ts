import { readFileSync } from "node:fs";
import type { BrowserContext, Page } from "playwright";
import { bundlePage } from "../browser/bundle.js";
import { launchChromium } from "../browser/chromium.js";
import type { RestoreResult, SaveResult } from "../browser/savingApi.js";
import { createMaxTarget, type Figure, type Measure, type Target } from "../figures.js";
import { computeSpread } from "../measure/spread.js";
import { formatNumber } from "../report/table.js";
import { createOneSessionWorkload } from "../workloads/oneSession.js";
import type { SuiteOptions } from "./suite.js";

/** A page without content, whose origin may use IndexedDB. */
const ADDRESS = "http://bench.localhost/";
/** The maximum time for which a save may block the page, in milliseconds. */
const MAX_BLOCKED_MS = 40;
/** The maximum time to restore the session, in milliseconds. */
const MAX_RESTORE_MS = 150;

/** The results of one round. Each has two new pages, as after a reload. */
interface Round {
  readonly saves: readonly SaveResult[];
  readonly restored: RestoreResult;
}

/** Measures in Chromium how long saving the session of W1 with IndexedDB and restoring it takes. */
export async function savingSuite(options: SuiteOptions): Promise<Figure[]> {
  const script = readFileSync(await bundlePage("saving"), "utf8");
  const browser = await launchChromium();
  if (browser === undefined)
    return [{ type: "missing", name: "saving", reason: "Chromium is not installed" }];
  const { lines } = createOneSessionWorkload("W1", 1, options);
  try {
    const rounds: Round[] = [];
    for (let round = 0; round <= options.rounds; round++) {
      options.progress(`saving, round ${round} of ${options.rounds}`);
      const result = await measureRound(await browser.newContext(), script, lines);
      // The first round starts the processes of the browser.
      if (round > 0) rounds.push(result);
    }
    return createMeasures(rounds, `Chromium ${browser.version().split(".")[0]}`);
  } finally {
    await browser.close();
  }
}

async function measureRound(
  context: BrowserContext,
  script: string,
  lines: readonly string[],
): Promise<Round> {
  await context.route(ADDRESS, (route) =>
    route.fulfill({ contentType: "text/html", body: "<!doctype html>" }),
  );
  const savingPage = await openWith(context, script);
  const saves: SaveResult[] = [];
  for (let save = 0; save < 3; save++)
    saves.push(await savingPage.evaluate(`savingPage.save(${JSON.stringify(lines)})`));
  await savingPage.close();
  const restoringPage = await openWith(context, script);
  const restored: RestoreResult = await restoringPage.evaluate("savingPage.restore()");
  await context.close();
  return { saves, restored };
}

async function openWith(context: BrowserContext, script: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(ADDRESS);
  await page.evaluate(script);
  return page;
}

function createMeasures(rounds: readonly Round[], environment: string): Measure[] {
  function measure(
    name: string,
    read: (round: Round) => number,
    target?: (median: number) => Target,
  ): Measure {
    const { median, low, high } = computeSpread(rounds.map(read));
    return {
      type: "measure",
      name: `session of W1 in IndexedDB: ${name}`,
      subject: "acp-store",
      value: median,
      unit: "ms",
      ...(target && { target: target(median) }),
      note: `${environment}; ${formatNumber(low)} – ${formatNumber(high)} ms`,
    };
  }
  const items = rounds[0]?.restored.items.toLocaleString("en") ?? "0";
  const last = ({ saves }: Round): SaveResult => saves.at(-1) ?? { blockedMs: 0, totalMs: 0 };
  return [
    measure(
      "the page is blocked by a save",
      (round) => last(round).blockedMs,
      (median) => createMaxTarget(MAX_BLOCKED_MS, median, " ms"),
    ),
    measure("the page is blocked by the first save", ({ saves }) => saves[0]?.blockedMs ?? 0),
    measure("saved", (round) => last(round).totalMs),
    measure(
      `restored in a new page, ${items} timeline items`,
      ({ restored }) => restored.totalMs,
      (median) => createMaxTarget(MAX_RESTORE_MS, median, " ms"),
    ),
  ];
}
