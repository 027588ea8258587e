import type { Locator } from "playwright";

interface Scrolled {
  /** Of a frame, in ms. */
  readonly median: number;
  readonly slowest: number;
  /** Of more than 50 ms each. */
  readonly longTasks: number;
  readonly mostElements: number;
}

/** Scrolls one step in each frame, and looks at each. */
export function scrollThrough(
  scroller: Locator,
  { steps, by }: { steps: number; by: number },
): Promise<Scrolled> {
  return scroller.evaluate(
    async (view, way) => {
      const frame = (): Promise<number> => new Promise(requestAnimationFrame);
      let longTasks = 0;
      const count = (entries: PerformanceEntryList): void => void (longTasks += entries.length);
      const observer = new PerformanceObserver((list) => count(list.getEntries()));
      observer.observe({ type: "longtask" });
      const times: number[] = [];
      let mostElements = 0;
      let last = await frame();
      for (let step = 0; step < way.steps; step += 1) {
        view.scrollBy(0, way.by);
        const now = await frame();
        times.push(now - last);
        last = now;
        mostElements = Math.max(mostElements, document.querySelectorAll(".page *").length);
      }
      count(observer.takeRecords());
      observer.disconnect();
      times.sort((a, b) => a - b);
      return {
        median: Math.round(times[Math.floor(times.length / 2)] ?? 0),
        slowest: Math.round(times.at(-1) ?? 0),
        longTasks,
        mostElements,
      };
    },
    { steps, by },
  );
}
