import type { AcpStore, Frame } from "@acp-store/core";

/** How a trace is played. */
export interface ReplayOptions {
  /** Times as fast as it was. Default: `Infinity`, all at once. */
  readonly speed?: number;
  /** Stops it: the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** The longest that a timer can wait, in ms. */
const LONGEST_WAIT_MS = 2 ** 31 - 1;

/**
 * Shows a store the messages of a trace, at their own pace or faster. At infinite speed all is done
 * before it returns. The store takes its times from the trace, so that the same trace always leads to
 * the same state.
 *
 * Rejects with a RangeError if the speed is not above 0.
 *
 * @example
 * ```ts
 * await replayTrace(store, parseTrace(text).frames);
 * ```
 */
export async function replayTrace(
  store: Pick<AcpStore, "observe">,
  trace: readonly Frame[],
  { speed = Number.POSITIVE_INFINITY, signal }: ReplayOptions = {},
): Promise<void> {
  if (!(speed > 0))
    throw new RangeError(`[acp-store] The speed of a replay is a number above 0, not ${speed}.`);
  const start = Date.now();
  const first = trace.find(({ t }) => t !== undefined)?.t ?? 0;
  let due = 0;
  for (const frame of trace) {
    // A frame without a time, or with an earlier one, comes with the one before it.
    due = Math.max(due, ((frame.t ?? first) - first) / speed);
    // What is due at once must not wait for a promise either.
    if (due > 0) await waitUntil(start + due, signal);
    signal?.throwIfAborted();
    store.observe(frame);
  }
}

async function waitUntil(time: number, signal: AbortSignal | undefined): Promise<void> {
  for (let left = time - Date.now(); left > 0; left = time - Date.now()) {
    await pause(left, signal);
    signal?.throwIfAborted();
  }
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, Math.min(ms, LONGEST_WAIT_MS));
    signal?.addEventListener("abort", done);
  });
}
