import { manySessions } from "../../src/workloads/manySessions.js";
import { manyToolCalls } from "../../src/workloads/manyToolCalls.js";
import { oneSession } from "../../src/workloads/oneSession.js";
import { oneMessage, oneToolCall } from "../../src/workloads/streams.js";
import type { Size, Workload } from "../../src/workloads/workload.js";

const size: Size = { scale: 0.02, seed: 1 };

/** Every workload, in small. */
export const small: readonly Workload[] = [
  oneSession("W1", 1, size),
  oneSession("W1v2", 2, size),
  oneToolCall(size),
  oneMessage(size),
  manyToolCalls("10k", 10_000, size),
  manySessions(size),
];

export function allLines({ setup, lines }: Workload): readonly string[] {
  return [...setup, ...lines];
}
