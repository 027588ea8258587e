import type { AcpStore, Frame } from "@acp-store/core";

/** How long frames are taken in without a break, in ms, so that the page stays usable. */
const SLICE_MS = 8;

/** Takes frames in, some with each frame of the screen. */
export interface Feed {
  take(frames: readonly Frame[]): void;
  /** Calls back once all that came is taken in. No more may come. */
  end(done: () => void): void;
}

/** Shows a store the frames that come. */
export function createFeed(store: Pick<AcpStore, "observe">): Feed {
  let waiting: Frame[] = [];
  let isDue = false;
  let ended = (): void => {};

  function takeSome(): void {
    const end = performance.now() + SLICE_MS;
    let taken = 0;
    while (taken < waiting.length && performance.now() < end) {
      const frame = waiting[taken++];
      if (frame !== undefined) store.observe(frame);
    }
    waiting = waiting.slice(taken);
    isDue = false;
    if (waiting.length > 0) soon();
    else ended();
  }

  function soon(): void {
    if (isDue) return;
    isDue = true;
    // In the background there are no frames of the screen.
    if (document.hidden) setTimeout(takeSome, 100);
    else requestAnimationFrame(takeSome);
  }

  return {
    take(frames) {
      waiting.push(...frames);
      soon();
    },
    end(done) {
      ended = done;
      soon();
    },
  };
}
