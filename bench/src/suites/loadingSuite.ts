import { gzipSync } from "node:zlib";
import type { BrowserContext, Page } from "playwright";
import {
  buildEditor,
  type RunningEditor,
  startEditor,
  STREAM_AGENT,
} from "../browser/editorPage.js";
import type { Measure } from "../figures.js";
import { computeMedian } from "../measure/spread.js";
import type { SuiteOptions } from "./suite.js";

/** A phone on a slow 4G network, like in Lighthouse. */
const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6e6 / 8) * 0.9,
  uploadThroughput: (0.75e6 / 8) * 0.9,
};
const CPU_SLOWDOWN = 4;
const NOTE = "4 × slower CPU, 1.4 Mbit/s, 150 ms latency, no compression";

/** Marks the time at which the first prompt can be written. */
const MARK_USABLE = `new MutationObserver((_, observer) => {
  if (!document.querySelector("textarea:enabled")) return;
  performance.mark("usable");
  observer.disconnect();
}).observe(document, { subtree: true, childList: true, attributes: true })`;

/** The part of a page load that the user waits for. Times are in milliseconds. */
interface Load {
  readonly firstPaint: number;
  readonly usable: number;
  readonly bytes: number;
  readonly gzipBytes: number;
}

/** Measures how long the editor example takes to load on a slow device. */
export async function loadingSuite(options: SuiteOptions): Promise<Measure[]> {
  buildEditor();
  const editor = await startEditor(STREAM_AGENT);
  try {
    const loads: Load[] = [];
    const signIn = await editor.context.newPage();
    await signIn.goto(editor.address);
    await signIn.close();
    for (let round = 1; round <= options.rounds; round++) {
      options.progress(`loading, round ${round} of ${options.rounds}`);
      loads.push(await measureLoad(editor));
    }
    return createLoadMeasures(loads);
  } finally {
    await editor.close();
  }
}

async function measureLoad({ context, address }: RunningEditor): Promise<Load> {
  const page = await context.newPage();
  await page.addInitScript(MARK_USABLE);
  const devtools = await context.newCDPSession(page);
  await devtools.send("Network.enable");
  await devtools.send("Network.setCacheDisabled", { cacheDisabled: true });
  await devtools.send("Network.emulateNetworkConditions", NETWORK);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
  await page.goto(new URL(address).origin);
  await page.locator("textarea:enabled").waitFor();
  const times = await readTimes(page);
  const sizes = await Promise.all(times.urls.map((url) => measureFile(context, url)));
  await page.close();
  const sum = (size: "bytes" | "gzipBytes"): number =>
    sizes.reduce((total, sizesOfFile) => total + sizesOfFile[size], 0);
  return { ...times, bytes: sum("bytes"), gzipBytes: sum("gzipBytes") };
}

/** Reads the times, and the addresses that were requested until the page was usable. */
function readTimes(
  page: Page,
): Promise<Pick<Load, "firstPaint" | "usable"> & { readonly urls: readonly string[] }> {
  return page.evaluate(`(() => {
    const [{ startTime: usable }] = performance.getEntriesByName("usable");
    const [{ startTime: firstPaint }] = performance.getEntriesByName("first-contentful-paint");
    const entries = [
      ...performance.getEntriesByType("navigation"),
      ...performance.getEntriesByType("resource"),
    ];
    const urls = entries.filter(({ startTime }) => startTime < usable).map(({ name }) => name);
    return { usable, firstPaint, urls };
  })()`);
}

async function measureFile(
  context: BrowserContext,
  url: string,
): Promise<{ readonly bytes: number; readonly gzipBytes: number }> {
  const body = await (await context.request.get(url)).body();
  return { bytes: body.length, gzipBytes: gzipSync(body).length };
}

function createLoadMeasures(loads: readonly Load[]): Measure[] {
  const createMeasure = (name: string, pick: (load: Load) => number, unit: string): Measure => ({
    type: "measure",
    name: `loading: ${name}`,
    subject: "editor example",
    value: computeMedian(loads.map(pick)),
    unit,
    note: NOTE,
  });
  return [
    createMeasure("first paint", ({ firstPaint }) => firstPaint, "ms"),
    createMeasure("until a new conversation is usable", ({ usable }) => usable, "ms"),
    createMeasure("bytes until then", ({ bytes }) => bytes / 1000, "kB"),
    createMeasure("bytes until then, with gzip", ({ gzipBytes }) => gzipBytes / 1000, "kB"),
  ];
}
