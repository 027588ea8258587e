/** The time to process items without a break, in ms. It keeps the page responsive. */
const SLICE_MS = 8;
/** The interval at which items are processed while the page is hidden, in ms. */
const HIDDEN_INTERVAL_MS = 100;

/** A queue of items that are processed a few per animation frame. */
export interface Feed<Item> {
  /** Adds items. Calls back once when no items are left. A later callback replaces an earlier one. */
  push(items: readonly Item[], onProcessed?: () => void): void;
  /** Drops the items that are not processed yet. */
  close(): void;
}

/**
 * Creates a queue that calls `process` with each item. It pauses regularly, so that a long log does not
 * freeze the page.
 *
 * @example
 * ```ts
 * const feed = createFeed((frame: Frame) => store.observe(frame));
 * feed.push(frames, () => console.log("The store has all of them."));
 * ```
 */
export function createFeed<Item>(process: (item: Item) => unknown): Feed<Item> {
  let pending: readonly Item[] = [];
  let isScheduled = false;
  let isClosed = false;
  let onEmpty = (): void => {};

  function processSlice(): void {
    isScheduled = false;
    const deadline = performance.now() + SLICE_MS;
    let processed = 0;
    try {
      while (processed < pending.length && performance.now() < deadline)
        process(pending[processed++] as Item);
    } finally {
      // An error of a listener of the application must not stop the queue.
      pending = pending.slice(processed);
      if (pending.length > 0) schedule();
    }
    if (pending.length > 0 || isClosed) return;
    const onDone = onEmpty;
    onEmpty = () => {};
    onDone();
  }

  function schedule(): void {
    if (isScheduled || isClosed) return;
    isScheduled = true;
    if (typeof document === "undefined") setTimeout(processSlice, 0);
    // A hidden page gets no animation frames.
    else if (document.hidden) setTimeout(processSlice, HIDDEN_INTERVAL_MS);
    else requestAnimationFrame(processSlice);
  }

  return {
    push(items, onProcessed) {
      pending = pending.length === 0 ? items : [...pending, ...items];
      if (onProcessed !== undefined) onEmpty = onProcessed;
      schedule();
    },
    close() {
      isClosed = true;
      pending = [];
    },
  };
}
