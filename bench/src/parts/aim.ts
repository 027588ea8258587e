import { acpStore } from "../contestants/acpStore.js";
import type { Contestant } from "../contestants/contestant.js";
import { atMost, type Target } from "../figures.js";

/** A limit for the store as the targets have it, and for nobody else. */
export function aimAt(
  limit: number,
): (contestant: Contestant, ratio: number) => Target | undefined {
  return (contestant, ratio) => (contestant === acpStore ? atMost(limit, ratio, "×") : undefined);
}
