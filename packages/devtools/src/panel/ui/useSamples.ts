import { useEffect, useState } from "react";
import { addSample, type Sample } from "../model/mirrors.js";

/** The time between two samples, in ms. Counters change without a notice. */
const SAMPLE_MS = 1_000;
/** The shortest time from a change to the next sample, in ms. */
const CHANGE_DELAY_MS = 100;

/**
 * Reads statistics once per second, and after they have changed. The newest sample is the last one.
 * `subscribe` must be the same function with each render.
 */
export function useSamples<Stats, Source extends { stats(): Stats }>(
  source: Source & { stats(): Stats },
  subscribe: (source: Source, listener: () => void) => () => void,
): readonly Sample<Stats>[] {
  const [state, setState] = useState<SampledState<Stats>>(() => ({
    source,
    samples: [takeSample(source)],
  }));

  useEffect(() => {
    let changeTimer: ReturnType<typeof setTimeout> | undefined;
    const update = (): void => {
      clearTimeout(changeTimer);
      changeTimer = undefined;
      const sample = takeSample(source);
      setState((earlier) => ({ source, samples: addSample(samplesOf(earlier, source), sample) }));
    };
    const updateSoon = (): void => {
      changeTimer ??= setTimeout(update, CHANGE_DELAY_MS);
    };
    const interval = setInterval(update, SAMPLE_MS);
    const stop = subscribe(source, updateSoon);
    // Something may have changed since the render.
    updateSoon();
    return () => {
      stop();
      clearInterval(interval);
      clearTimeout(changeTimer);
    };
  }, [source, subscribe]);

  return samplesOf(state, source);
}

interface SampledState<Stats> {
  readonly source: unknown;
  readonly samples: readonly Sample<Stats>[];
}

/** Returns the samples of a source. The first render with another source has none yet. */
function samplesOf<Stats>(
  { source, samples }: SampledState<Stats>,
  wanted: unknown,
): readonly Sample<Stats>[] {
  return source === wanted ? samples : [];
}

function takeSample<Stats>(source: { stats(): Stats }): Sample<Stats> {
  return { at: Date.now(), stats: source.stats() };
}
