/** Counts events per frame of the browser. */
export interface FrameMeter {
  /** Resets the counts and starts counting. */
  start(): void;
  /** Counts one event. */
  count(): void;
  /** Stops counting and returns the counts. */
  stop(): { readonly frames: number; readonly total: number; readonly maxPerFrame: number };
}

/** Creates a stopped frame meter. */
export function createFrameMeter(): FrameMeter {
  let running = false;
  let [frames, total, inCurrentFrame, maxPerFrame] = [0, 0, 0, 0];

  function onFrame(): void {
    if (!running) return;
    frames++;
    inCurrentFrame = 0;
    // Request the next frame first, so that the work of that frame is counted after the reset.
    requestAnimationFrame(onFrame);
  }

  return {
    start() {
      running = true;
      total = inCurrentFrame = maxPerFrame = 0;
      requestAnimationFrame(onFrame);
    },
    count() {
      total++;
      maxPerFrame = Math.max(maxPerFrame, ++inCurrentFrame);
    },
    stop() {
      running = false;
      return { frames, total, maxPerFrame };
    },
  };
}
