import { acpStore } from "../contestants/acpStore.js";
import type { Contestant } from "../contestants/contestant.js";
import type { Measure } from "../figures.js";
import { medianOf } from "../measure/spread.js";
import { type Contest, timesAsLong } from "./contest.js";

/** How many times as long others take as the store, which some limit is set for. */
export function versus(
  { workload, rounds }: Contest,
  limits: readonly (readonly [Contestant, number])[],
): Measure[] {
  return limits.map(([other, limit]) => {
    const value = medianOf(timesAsLong(rounds, other, acpStore));
    return {
      type: "measure",
      name: `${workload.name}: an update against one of acp-store`,
      subject: other.name,
      value,
      unit: "×",
      target: { limit: `≥ ${limit}×`, met: value >= limit },
    };
  });
}
