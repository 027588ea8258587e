import { TurnCancelledError } from "./turnCancelledError.js";

/** Scales the script's pauses. */
export interface Pace {
  /** Returns the real duration of `ms` milliseconds of the script. */
  scale(ms: number): number;
  /**
   * Resolves after the scaled duration. Rejects with {@link TurnCancelledError} if the signal
   * aborts.
   */
  pause(ms: number, signal: AbortSignal): Promise<void>;
}

/** Creates a pace. A `speed` of 2 plays the script in half the time. */
export function createPace(speed: number): Pace {
  const scale = (ms: number): number => Math.round(ms / speed);
  return {
    scale,
    pause: (ms, signal) =>
      new Promise((resolve, reject) => {
        const stop = (): void => {
          clearTimeout(timer);
          reject(new TurnCancelledError());
        };
        const timer = setTimeout(() => {
          signal.removeEventListener("abort", stop);
          resolve();
        }, scale(ms));
        if (signal.aborted) stop();
        else signal.addEventListener("abort", stop, { once: true });
      }),
  };
}

/** Creates a pace that is `factor` times as fast as another one. */
export const accelerate = (pace: Pace, factor: number): Pace => ({
  scale: (ms) => pace.scale(ms / factor),
  pause: (ms, signal) => pace.pause(ms / factor, signal),
});

/** Parses `ACP_DEMO_SPEED`. Falls back to 1 for anything but a positive number. */
export function parseSpeed(text: string | undefined): number {
  const speed = Number(text ?? 1);
  if (Number.isFinite(speed) && speed > 0) return speed;
  console.error(`ACP_DEMO_SPEED must be a positive number, got "${text}". Using 1.`);
  return 1;
}
