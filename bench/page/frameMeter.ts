/** Counts how often something happens in each frame of the browser. */
export interface FrameMeter {
  /** Forgets what was counted. Frames count from here on. */
  start(): void;
  count(): void;
  stop(): { readonly frames: number; readonly total: number; readonly mostInAFrame: number };
}

export function createFrameMeter(): FrameMeter {
  let running = false;
  let [frames, total, inFrame, mostInAFrame] = [0, 0, 0, 0];

  function onFrame(): void {
    if (!running) return;
    frames++;
    inFrame = 0;
    // Asked for before anybody else asks, so that the work of a frame counts for that frame.
    requestAnimationFrame(onFrame);
  }

  return {
    start() {
      running = true;
      total = inFrame = mostInAFrame = 0;
      requestAnimationFrame(onFrame);
    },
    count() {
      total++;
      mostInAFrame = Math.max(mostInAFrame, ++inFrame);
    },
    stop() {
      running = false;
      return { frames, total, mostInAFrame };
    },
  };
}
