import type { AcpStore, Frame } from "@acp-store/core";

/** The options of {@link replayTrace}. */
export interface ReplayOptions {
  /** The factor by which the replay is faster than the recording. Default: `Infinity`, no waiting. */
  readonly speed?: number;
  /** Stops the replay. The promise then rejects with the reason of the signal. */
  readonly signal?: AbortSignal;
}

/** The longest delay that `setTimeout` supports, in milliseconds. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/**
 * Feeds the messages of a trace to a store, at the speed of the recording or faster. Without a
 * `speed`, the store has all messages when the function returns. The store takes its times from the
 * trace, so the same trace always leads to the same state.
 *
 * Rejects with a RangeError if the speed is not greater than 0.
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
    throw new RangeError(`[acp-store] The speed of a replay must be greater than 0, not ${speed}.`);
  const startTime = Date.now();
  const firstT = trace.find(({ t }) => t !== undefined)?.t ?? 0;
  let delay = 0;
  for (const frame of trace) {
    // A frame without a time, or with an earlier time, follows the previous frame immediately.
    delay = Math.max(delay, ((frame.t ?? firstT) - firstT) / speed);
    // Frames without a delay must reach the store synchronously.
    if (delay > 0) await waitUntil(startTime + delay, signal);
    signal?.throwIfAborted();
    store.observe(frame);
  }
}

async function waitUntil(time: number, signal: AbortSignal | undefined): Promise<void> {
  for (let left = time - Date.now(); left > 0; left = time - Date.now()) {
    await sleep(left, signal);
    signal?.throwIfAborted();
  }
}

/** Resolves after a delay, or when the signal is aborted. */
function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, Math.min(ms, MAX_TIMEOUT_MS));
    signal?.addEventListener("abort", done);
  });
}
