import { createManySessionsWorkload } from "../../src/workloads/manySessions.js";
import { createManyToolCallsWorkload } from "../../src/workloads/manyToolCalls.js";
import { createOneSessionWorkload } from "../../src/workloads/oneSession.js";
import {
  createOneMessageWorkload,
  createOneToolCallWorkload,
} from "../../src/workloads/streams.js";
import type { WorkloadSize, Workload } from "../../src/workloads/workload.js";

const size: WorkloadSize = { scale: 0.02, seed: 1 };

/** A small version of every workload. */
export const smallWorkloads: readonly Workload[] = [
  createOneSessionWorkload("W1", 1, size),
  createOneSessionWorkload("W1v2", 2, size),
  createOneToolCallWorkload(size),
  createOneMessageWorkload(size),
  createManyToolCallsWorkload("10k", 10_000, size),
  createManySessionsWorkload(size),
];

/** Returns the setup and the measured lines of a workload. */
export function getAllLines({ setup, lines }: Workload): readonly string[] {
  return [...setup, ...lines];
}
