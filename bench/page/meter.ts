import type { PageMeter } from "../src/browser/meterApi.js";
import { wait } from "./wait.js";

/** The browser does not report events that are painted sooner. */
const MIN_EVENT_MS = 16;
/** The browser reports an event some time after its paint. */
const LAST_EVENTS_MS = 100;
const END = /Sent at (\d+)\./;

/** Measures the frames of this page, and the delays of key presses. */
function createPageMeter(): PageMeter {
  let isRunning = false;
  let frames: number[] = [];
  let inputDelays: number[] = [];
  let paints = new Map<number, number>();
  let previousEnd = "";

  const addEvents = (entries: PerformanceEntryList): void => {
    for (const { name, startTime, duration } of entries)
      if (name === "keydown") paints.set(startTime, duration);
  };
  const observer = new PerformanceObserver((list) => addEvents(list.getEntries()));
  const onKey = ({ timeStamp }: KeyboardEvent): void => {
    inputDelays.push(performance.now() - timeStamp);
    if (!paints.has(timeStamp)) paints.set(timeStamp, MIN_EVENT_MS);
  };

  function onFrame(last: number): void {
    requestAnimationFrame((now) => {
      if (!isRunning) return;
      frames.push(now - last);
      onFrame(now);
    });
  }

  return {
    start() {
      frames = [];
      inputDelays = [];
      paints = new Map();
      previousEnd = findEnd();
      isRunning = true;
      const options = { type: "event", durationThreshold: MIN_EVENT_MS };
      observer.observe(options);
      addEventListener("keydown", onKey, { capture: true });
      requestAnimationFrame(onFrame);
    },
    async stopAtEnd() {
      let end = previousEnd;
      while (end === previousEnd) {
        await nextFrame();
        end = findEnd() || previousEnd;
      }
      const lag = Date.now() - Number(end);
      isRunning = false;
      await wait(LAST_EVENTS_MS);
      addEvents(observer.takeRecords());
      observer.disconnect();
      removeEventListener("keydown", onKey, { capture: true });
      return { frames, inputDelays, inputPaints: [...paints.values()], lag };
    },
  };
}

/** Returns the time at which the agent sent its last update, or an empty text. */
function findEnd(): string {
  const rows = [...document.querySelectorAll("[data-key]")].slice(-3);
  return rows.map((row) => END.exec(row.textContent)?.[1]).findLast(Boolean) ?? "";
}

function nextFrame(): Promise<unknown> {
  return new Promise(requestAnimationFrame);
}

Object.assign(globalThis, { pageMeter: createPageMeter() });
