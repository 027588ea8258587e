import { acpStore } from "../contestants/acpStore.js";
import { floor } from "../contestants/floor.js";
import { useAcp } from "../contestants/useAcp.js";
import { zustandImmer } from "../contestants/zustandImmer.js";
import { atMost, type Figure, type Measure } from "../figures.js";
import { forked } from "../fork.js";
import type { PartOptions } from "./part.js";

const LIMIT = 1.5;
const contestants = [floor, acpStore, zustandImmer, useAcp];

/** What is in memory after W1, each contestant in a process of its own. */
export async function heapPart({ scale, seed, progress }: PartOptions): Promise<Figure[]> {
  const figures: Measure[] = [];
  let ofFloor = Number.NaN;
  for (const contestant of contestants) {
    progress(contestant.name);
    const size = JSON.stringify({ scale, seed });
    const megabytes = await forked<number>("./runHeap.js", [contestant.name, size]);
    if (contestant === floor) ofFloor = megabytes;
    const ratio = megabytes / ofFloor;
    figures.push(
      {
        type: "measure",
        name: "heap after W1",
        subject: contestant.name,
        value: megabytes,
        unit: "MB",
      },
      {
        type: "measure",
        name: "heap after W1, to the floor's",
        subject: contestant.name,
        value: ratio,
        unit: "×",
        ...(contestant === acpStore && { target: atMost(LIMIT, ratio, "×") }),
      },
    );
  }
  return figures;
}
