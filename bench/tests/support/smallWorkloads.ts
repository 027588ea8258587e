import {
  createManySessionsWorkload,
  createManyToolCallsWorkload,
  createOneMessageWorkload,
  createOneSessionWorkload,
  createOneToolCallWorkload,
  type Workload,
} from "../../src/workloads/workloads.js";

const SCALE = 0.02;

/** A small version of every workload. */
export const smallWorkloads: readonly Workload[] = [
  createOneSessionWorkload("W1", 1, SCALE),
  createOneSessionWorkload("W1v2", 2, SCALE),
  createOneToolCallWorkload(SCALE),
  createOneMessageWorkload(SCALE),
  createManyToolCallsWorkload("10k", 10_000, SCALE),
  createManySessionsWorkload(SCALE),
];

/** Returns the setup and the measured lines of a workload. */
export function getAllLines({ setup, lines }: Workload): readonly string[] {
  return [...setup, ...lines];
}
