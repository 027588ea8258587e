import { acpStore, acpStoreBatched, acpStoreUninspected } from "../contestants/acpStore.js";
import type { Contestant } from "../contestants/contestant.js";
import { useAcp } from "../contestants/useAcp.js";
import { zustandImmer } from "../contestants/zustandImmer.js";
import { atMost, type Figure } from "../figures.js";
import { oneMessage, oneToolCall } from "../workloads/streams.js";
import type { Workload } from "../workloads/workload.js";
import { aimAt } from "./aim.js";
import { contest, timings } from "./contest.js";
import { growthWithin } from "./growth.js";
import type { PartOptions } from "./part.js";

const LIMIT = 2.5;
const GROWTH_LIMIT = 1.5;
const ours = [acpStore, acpStoreUninspected, acpStoreBatched];

/** W2a: content of one tool call. */
export function oneToolCallPart(options: PartOptions): Figure[] {
  return streamPart(oneToolCall(options), [...ours, zustandImmer], options);
}

/** W2b: text of one message. */
export function oneMessagePart(options: PartOptions): Figure[] {
  return streamPart(oneMessage(options), [...ours, zustandImmer, useAcp], options);
}

function streamPart(
  workload: Workload,
  contestants: readonly Contestant[],
  options: PartOptions,
): Figure[] {
  const result = contest(workload, contestants, options);
  const growth = growthWithin(result).map(([contestant, measure]) =>
    contestant === acpStore
      ? { ...measure, target: atMost(GROWTH_LIMIT, measure.value, "×") }
      : measure,
  );
  return [...timings(result, aimAt(LIMIT)), ...growth];
}
