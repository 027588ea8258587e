import { openBenchPage } from "../browser/benchPage.js";
import { bundlePage } from "../browser/bundle.js";
import { launchChromium } from "../browser/chromium.js";
import { BATCH_SIZE } from "../contestants/contestant.js";
import { createMeasure, type Measure } from "../figures.js";
import { repeatRounds } from "../measure/rounds.js";
import { computeSpread } from "../measure/spread.js";
import { formatSpread } from "../report/table.js";
import { scaleCount } from "../workloads/workloads.js";
import type { SuiteOptions } from "./suite.js";

const ROW_UPDATE_COUNT = 5000;
const VISIBLE_CHUNK_COUNT = 10_000;
/** The maximum time per update, in microseconds. */
const MAX_MICROSECONDS = 10;

/** Measures mounted rows and a visible message with the production build of React. */
export async function reactSuite(options: SuiteOptions): Promise<Measure[]> {
  const script = await bundlePage("main");
  const browser = await launchChromium();
  try {
    const page = await openBenchPage(await browser.newContext(), script);
    const updates = scaleCount(ROW_UPDATE_COUNT, options.scale);
    const rounds = await repeatRounds("1,000 rows", options.rounds, options, () =>
      page.measureRows(BATCH_SIZE, updates),
    );
    const message = await page.measureMessage(scaleCount(VISIBLE_CHUNK_COUNT, options.scale));
    const times = computeSpread(rounds.map(({ microseconds }) => microseconds));
    const rows = `1,000 rows, ${updates.toLocaleString("en")} updates to one`;
    const subject = `useToolCall, batches of ${BATCH_SIZE}`;
    const environment = `Chromium ${browser.version().split(".")[0]}`;
    const otherRows = Math.max(...rounds.map(({ otherRowRenders }) => otherRowRenders));
    return [
      createMeasure(`${rows}: time per update`, subject, times.median, "µs", {
        max: MAX_MICROSECONDS,
        note: `${environment}; ${formatSpread(times, "µs")}`,
      }),
      createMeasure(`${rows}: renders of other rows`, subject, otherRows, "", {
        max: 0,
        note: environment,
      }),
      createMeasure(
        `${message.chunks.toLocaleString("en")} chunks into one visible message: maximum renders per frame`,
        "useMessage",
        message.maxRendersPerFrame,
        "",
        {
          max: 1,
          note: `${environment}; ${message.renders} renders in ${message.frames} frames`,
        },
      ),
    ];
  } finally {
    await browser.close();
  }
}
