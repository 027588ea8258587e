import type { Contestant } from "../contestants/contestant.js";
import type { Measure } from "../figures.js";
import { medianOf } from "../measure/spread.js";
import { stretchOf, type Timed } from "../measure/timeRun.js";
import type { Contest } from "./contest.js";

/** The last thousand updates against the first thousand. */
const growthOf = ({ blocks }: Timed): number => (blocks.at(-1) ?? 0) / (blocks[0] ?? 1);

/** How the cost of an update grows in the course of a workload, of those who took it whole. */
export function growthWithin({ workload, contestants, rounds }: Contest): [Contestant, Measure][] {
  const whole = contestants.filter(
    (one) => stretchOf(one, workload).to - stretchOf(one, workload).from === workload.lines.length,
  );
  return whole.map((contestant) => {
    const timed = rounds.flatMap((round) => round.get(contestant) ?? []);
    const measure: Measure = {
      type: "measure",
      name: `${workload.name}: last 1,000 updates against the first 1,000`,
      subject: contestant.name,
      value: medianOf(timed.map(growthOf)),
      unit: "×",
    };
    return [contestant, measure];
  });
}
