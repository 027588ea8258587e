import type { ReadableAcpStore, Frame } from "@acp-store/core";
import { createRingBuffer } from "../ringBuffer.js";

/** The options of {@link recordTrace}. */
export type TraceOptions =
  /** The number of frames to keep. When it is exceeded, the oldest are dropped. Default: 100,000. */
  | { readonly limit?: number }
  /** Receives each frame. The recording then keeps none itself. */
  | { readonly sink: (frame: Frame) => void };

/** A recording in progress. */
export interface TraceRecording {
  /** Returns the recorded frames, oldest first. */
  frames(): readonly Frame[];
  /** Returns the number of frames that were dropped because of the limit. */
  dropped(): number;
  /** Stops recording. The recorded frames stay available. */
  stop(): void;
}

/**
 * Records the messages of a store, and the lines of the agent's stderr, from now on. Times are in
 * milliseconds since the first of them.
 *
 * @throws RangeError if the limit is not an integer of at least 1.
 *
 * @example
 * ```ts
 * const recording = recordTrace(store);
 * // Later, to attach the trace to a bug report:
 * const text = formatTrace(redactTrace(recording.frames()));
 * ```
 */
export function recordTrace(
  store: Pick<ReadableAcpStore, "inspect">,
  options: TraceOptions = {},
): TraceRecording {
  const limit = "limit" in options ? (options.limit ?? 100_000) : 100_000;
  if (!Number.isInteger(limit) || limit < 1)
    throw new RangeError(
      `[acp-store] The limit of a recording must be an integer of at least 1, not ${limit}.`,
    );
  const recorded = createRingBuffer<Frame>(limit);
  const sink = "sink" in options ? options.sink : recorded.push;
  let startTime: number | undefined;

  const stop = store.inspect((record) => {
    if (record.type !== "frame") return;
    const { t, dir, msg } = record.frame;
    startTime ??= t;
    sink({ t: t - startTime, dir, msg });
  });

  return {
    frames: () => {
      const first = recorded.firstIndex();
      const length = recorded.endIndex() - first;
      return Array.from({ length }, (_, offset) => recorded.at(first + offset) as Frame);
    },
    dropped: recorded.firstIndex,
    stop,
  };
}
