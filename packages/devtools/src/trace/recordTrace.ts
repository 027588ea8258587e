import type { AcpStore, Frame } from "@acp-store/core";

/** Where recorded frames go. */
export type TraceOptions =
  /** How many frames are kept, the newest. Default: 100,000. */
  | { readonly limit?: number }
  /** Called with each frame; none is kept. */
  | { readonly sink: (frame: Frame) => void };

/** A recording that goes on until it is stopped. */
export interface TraceRecording {
  /** What is kept so far, the oldest first. */
  frames(): readonly Frame[];
  /** How many older frames the limit has cost. */
  dropped(): number;
  /** Stops recording. What was kept can still be read. */
  stop(): void;
}

/**
 * Records the messages that a store sees from now on. Times are in ms since the first of them.
 *
 * @throws RangeError if the limit is not a whole number of at least 1.
 *
 * @example
 * ```ts
 * const recording = recordTrace(store);
 * // … later, to attach what happened to a report:
 * const text = formatTrace(redactTrace(recording.frames()));
 * ```
 */
export function recordTrace(
  store: Pick<AcpStore, "inspect">,
  options: TraceOptions = {},
): TraceRecording {
  const limit = "limit" in options ? (options.limit ?? 100_000) : 100_000;
  if (!Number.isInteger(limit) || limit < 1)
    throw new RangeError(
      `[acp-store] The limit of a recording is a whole number of at least 1, not ${limit}.`,
    );
  // A ring: once it is full, the next frame takes the place of the oldest.
  const slots: Frame[] = [];
  let count = 0;
  let start: number | undefined;
  const keep = (frame: Frame): void => void (slots[count++ % limit] = frame);
  const take = "sink" in options ? options.sink : keep;

  const stop = store.inspect((record) => {
    if (record.type !== "frame") return;
    const { t, dir, msg } = record.frame;
    start ??= t;
    take({ t: t - start, dir, msg });
  });

  return {
    frames: () => {
      const oldest = count > limit ? count % limit : 0;
      return [...slots.slice(oldest), ...slots.slice(0, oldest)];
    },
    dropped: () => Math.max(0, count - limit),
    stop,
  };
}
