import { acpStore, acpStoreBatched, acpStoreUninspected } from "../contestants/acpStore.js";
import { floor } from "../contestants/floor.js";
import { useAcp } from "../contestants/useAcp.js";
import { zustandImmer } from "../contestants/zustandImmer.js";
import type { Figure, Measure, Timing } from "../figures.js";
import { manyToolCalls } from "../workloads/manyToolCalls.js";
import { aimAt } from "./aim.js";
import { contest, timings } from "./contest.js";
import type { PartOptions } from "./part.js";

const LIMIT = 4;
const counts = { "1k": 1000, "10k": 10_000, "50k": 50_000, "100k": 100_000 };
const contestants = [acpStore, acpStoreUninspected, acpStoreBatched, zustandImmer, useAcp];

/** W3: random tool calls among more and more. */
export function manyToolCallsPart(options: PartOptions): Figure[] {
  const times = Object.entries(counts).flatMap(([label, count]) => {
    const result = contest(manyToolCalls(label, count, options), contestants, options);
    return timings(result, label === "50k" ? aimAt(LIMIT) : () => undefined);
  });
  return [...times, ...growth(times)];
}

function growth(times: readonly Timing[]): Measure[] {
  const names = new Set(times.map(({ contestant }) => contestant));
  const ofFloor = growthOf(times, floor.name);
  return [...names].map((subject) => {
    const value = growthOf(times, subject);
    return {
      type: "measure",
      name: "W3: an update among 100,000 tool calls against one among 1,000",
      subject,
      value,
      unit: "×",
      ...(subject === acpStore.name && {
        target: { limit: `≤ ${ofFloor.toFixed(2)}×, the floor's`, met: value <= ofFloor },
      }),
    };
  });
}

function growthOf(times: readonly Timing[], subject: string): number {
  const cost = (workload: string): number =>
    times.find((time) => time.workload === workload && time.contestant === subject)?.microseconds
      .median ?? Number.NaN;
  return cost("W3@100k") / cost("W3@1k");
}
