import type { AcpStore, Frame } from "@acp-store/core";

/** The time to process frames without a break, in ms. It keeps the page responsive. */
const SLICE_MS = 8;
/** The interval at which frames are processed while the page is hidden, in ms. */
const HIDDEN_INTERVAL_MS = 100;

/** A queue of frames that are passed to a store, some per animation frame. */
export interface Feed {
  push(frames: readonly Frame[]): void;
  /** Calls back when all frames have been processed. No more frames may follow. */
  end(onProcessed: () => void): void;
}

export function createFeed(store: Pick<AcpStore, "observe">): Feed {
  let pending: Frame[] = [];
  let isScheduled = false;
  let onEmpty = (): void => {};

  function processSlice(): void {
    const deadline = performance.now() + SLICE_MS;
    let processed = 0;
    while (processed < pending.length && performance.now() < deadline) {
      const frame = pending[processed++];
      if (frame !== undefined) store.observe(frame);
    }
    pending = pending.slice(processed);
    isScheduled = false;
    if (pending.length > 0) schedule();
    else onEmpty();
  }

  function schedule(): void {
    if (isScheduled) return;
    isScheduled = true;
    // A hidden page gets no animation frames.
    if (document.hidden) setTimeout(processSlice, HIDDEN_INTERVAL_MS);
    else requestAnimationFrame(processSlice);
  }

  return {
    push(frames) {
      pending.push(...frames);
      schedule();
    },
    end(onProcessed) {
      onEmpty = onProcessed;
      schedule();
    },
  };
}
