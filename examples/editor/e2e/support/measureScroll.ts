import type { Locator } from "playwright";

interface ScrollMeasurement {
  /** The median duration of a frame in milliseconds. */
  readonly median: number;
  /** The longest duration of a frame in milliseconds. */
  readonly slowest: number;
  /** The number of tasks that took more than 50 ms. */
  readonly longTasks: number;
  /** The highest number of elements in the page. */
  readonly maxElements: number;
}

/** Scrolls one step per frame and measures the frames. */
export function measureScroll(
  scroller: Locator,
  { steps, by }: { steps: number; by: number },
): Promise<ScrollMeasurement> {
  return scroller.evaluate(
    async (view, options) => {
      const frame = (): Promise<number> => new Promise(requestAnimationFrame);
      let longTasks = 0;
      const count = (entries: PerformanceEntryList): void => void (longTasks += entries.length);
      const observer = new PerformanceObserver((list) => count(list.getEntries()));
      observer.observe({ type: "longtask" });
      const times: number[] = [];
      let maxElements = 0;
      let last = await frame();
      for (let step = 0; step < options.steps; step += 1) {
        view.scrollBy(0, options.by);
        const now = await frame();
        times.push(now - last);
        last = now;
        maxElements = Math.max(maxElements, document.querySelectorAll(".page *").length);
      }
      count(observer.takeRecords());
      observer.disconnect();
      times.sort((a, b) => a - b);
      return {
        median: Math.round(times[Math.floor(times.length / 2)] ?? 0),
        slowest: Math.round(times.at(-1) ?? 0),
        longTasks,
        maxElements,
      };
    },
    { steps, by },
  );
}
