import type { MeterResult, PageMeter } from "../src/browser/editorPage.js";
import { wait } from "./wait.js";

/** After this time, in ms, the button does something else. */
const MAX_OPENING_MS = 30_000;
const END = /Sent at (\d+)\./;

/** Measures the frames of this page, and the delays of key presses. */
function createPageMeter(): PageMeter {
  let isRunning = false;
  let frames: number[] = [];
  let inputDelays: number[] = [];
  let previousEnd = "";

  const onKey = ({ timeStamp }: KeyboardEvent): void => {
    inputDelays.push(performance.now() - timeStamp);
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
      previousEnd = findEnd();
      isRunning = true;
      addEventListener("keydown", onKey, { capture: true });
      requestAnimationFrame(onFrame);
    },
    async stopAtEnd(): Promise<MeterResult> {
      let end = previousEnd;
      while (end === previousEnd) {
        await nextFrame();
        end = findEnd() || previousEnd;
      }
      const lag = Date.now() - Number(end);
      isRunning = false;
      removeEventListener("keydown", onKey, { capture: true });
      return { frames, inputDelays, lag };
    },
    async openChangedFiles() {
      const start = performance.now();
      const button = document.querySelector<HTMLElement>(".acp-side-panel-button");
      button?.click();
      while (document.querySelector(".acp-changed-files") === null) {
        await nextFrame();
        if (performance.now() - start > MAX_OPENING_MS)
          throw new Error(`The button "${button?.textContent}" shows no changed files.`);
      }
      await nextFrame();
      await wait(0);
      return performance.now() - start;
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
