import {
  acpStore,
  acpStoreBatched,
  acpStoreObserving,
  acpStoreUninspected,
} from "../contestants/acpStore.js";
import type { Figure } from "../figures.js";
import { manySessions } from "../workloads/manySessions.js";
import { oneSession } from "../workloads/oneSession.js";
import { aimAt } from "./aim.js";
import { contest, timings } from "./contest.js";
import type { PartOptions } from "./part.js";

const LIMIT = 3;
const ours = [acpStore, acpStoreUninspected, acpStoreBatched, acpStoreObserving];

/** W1: one session. */
export function oneSessionPart(options: PartOptions): Figure[] {
  return timings(contest(oneSession("W1", 1, options), ours, options), aimAt(LIMIT));
}

/** W1 in version 2 of the protocol. */
export function oneSessionV2Part(options: PartOptions): Figure[] {
  return timings(contest(oneSession("W1 in version 2", 2, options), ours, options), aimAt(LIMIT));
}

/** W4: many sessions. */
export function manySessionsPart(options: PartOptions): Figure[] {
  return timings(contest(manySessions(options), ours, options), aimAt(LIMIT));
}
