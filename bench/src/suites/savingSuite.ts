import type { BrowserContext } from "playwright";
import { openBenchPage } from "../browser/benchPage.js";
import { bundlePage } from "../browser/bundle.js";
import { launchChromium } from "../browser/chromium.js";
import type { RestoreResult } from "../browser/pageApi.js";
import { createMeasure, type Figure, type Measure } from "../figures.js";
import { repeatRounds } from "../measure/rounds.js";
import { computeSpread } from "../measure/spread.js";
import { formatSpread } from "../report/table.js";
import { createOneSessionWorkload } from "../workloads/workloads.js";
import type { SuiteOptions } from "./suite.js";

/** The maximum time for which a save may block the page, in milliseconds. */
const MAX_BLOCKED_MS = 40;
/** The maximum time to restore the session, in milliseconds. */
const MAX_RESTORE_MS = 150;

/** The results of one round. */
interface Round {
  /** The times for which the page was blocked by the first save and by the last one. */
  readonly firstSave: number;
  readonly lastSave: number;
  readonly restored: RestoreResult;
}

/** Measures in Chromium how long saving the session of W1 with IndexedDB and restoring it takes. */
export async function savingSuite(options: SuiteOptions): Promise<Figure[]> {
  const script = await bundlePage("main");
  const browser = await launchChromium();
  const { lines } = createOneSessionWorkload("W1", 1, options.scale);
  try {
    const rounds = await repeatRounds("saving", options.rounds, options, async () =>
      measureRound(await browser.newContext(), script, lines),
    );
    return createMeasures(rounds, `Chromium ${browser.version().split(".")[0]}`);
  } finally {
    await browser.close();
  }
}

/** Saves in one page and restores in another one, as after a reload. */
async function measureRound(
  context: BrowserContext,
  script: string,
  lines: readonly string[],
): Promise<Round> {
  const savingPage = await openBenchPage(context, script);
  const firstSave = await savingPage.save(lines);
  await savingPage.save(lines);
  const lastSave = await savingPage.save(lines);
  await savingPage.close();
  const restoringPage = await openBenchPage(context, script);
  const restored = await restoringPage.restore();
  await context.close();
  return { firstSave, lastSave, restored };
}

function createMeasures(rounds: readonly Round[], environment: string): Measure[] {
  const measure = (name: string, read: (round: Round) => number, max?: number): Measure => {
    const times = computeSpread(rounds.map(read));
    const note = `${environment}; ${formatSpread(times, "ms")}`;
    const fullName = `session of W1 in IndexedDB: ${name}`;
    return createMeasure(fullName, "acp-store", times.median, "ms", { max, note });
  };
  const items = rounds[0]?.restored.items.toLocaleString("en") ?? "0";
  return [
    measure("the page is blocked by a save", ({ lastSave }) => lastSave, MAX_BLOCKED_MS),
    measure("the page is blocked by the first save", ({ firstSave }) => firstSave),
    measure(
      `restored in a new page, ${items} timeline items`,
      ({ restored }) => restored.milliseconds,
      MAX_RESTORE_MS,
    ),
  ];
}
