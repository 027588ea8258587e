import type { MessagePort } from "node:worker_threads";

/** The task of the thread with the mirror. */
export interface LatencyTask {
  /** The number of updates to wait for. */
  readonly count: number;
  /** The port to the owner. */
  readonly port?: MessagePort;
  /** The address of the owner. */
  readonly url?: string;
}

/** The session and the message that get one character with each update. */
export const LATENCY_SESSION = "s1";
export const LATENCY_MESSAGE = "m1";

/** Returns the time in ms of a clock that all threads share. */
export function now(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
