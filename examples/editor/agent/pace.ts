import { TurnCancelled } from "./turnCancelled.js";

/** The clock of the script. */
export interface Pace {
  /** How long `ms` of the script really takes. */
  scale(ms: number): number;
  /** @throws {TurnCancelled} as soon as the signal aborts. */
  pause(ms: number, signal: AbortSignal): Promise<void>;
}

/** `speed` 2 plays the script in half the time. */
export function createPace(speed: number): Pace {
  const scale = (ms: number): number => Math.round(ms / speed);
  return {
    scale,
    pause: (ms, signal) =>
      new Promise((resolve, reject) => {
        const stop = (): void => {
          clearTimeout(timer);
          reject(new TurnCancelled());
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

/** Reads `ACP_DEMO_SPEED`; anything but a positive number counts as 1. */
export function speedFrom(text: string | undefined): number {
  const speed = Number(text ?? 1);
  if (Number.isFinite(speed) && speed > 0) return speed;
  console.error(`ACP_DEMO_SPEED "${text}" is no positive number: using 1.`);
  return 1;
}
