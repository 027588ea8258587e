import {
  acpStore,
  acpStoreBatched,
  acpStoreObserving,
  acpStoreReading,
  acpStoreUninspected,
} from "../contestants/acpStore.js";
import { useAcp, useAcpReading } from "../contestants/useAcp.js";
import {
  zustandImmer,
  zustandImmerBatched,
  zustandImmerUnfrozen,
} from "../contestants/zustandImmer.js";
import type { Figure } from "../figures.js";
import { manySessions } from "../workloads/manySessions.js";
import { oneSession } from "../workloads/oneSession.js";
import { aimAt } from "./aim.js";
import { contest, timings } from "./contest.js";
import type { PartOptions } from "./part.js";
import { versus } from "./versus.js";

const LIMIT = 3;
const ours = [acpStore, acpStoreReading, acpStoreUninspected, acpStoreBatched, acpStoreObserving];
const others = [zustandImmer, zustandImmerUnfrozen, zustandImmerBatched, useAcp, useAcpReading];

/** W1: one session. */
export function oneSessionPart(options: PartOptions): Figure[] {
  const result = contest(oneSession("W1", 1, options), [...ours, ...others], options);
  const against = versus(result, [
    [useAcp, 40],
    [zustandImmer, 15],
  ]);
  return [...timings(result, aimAt(LIMIT)), ...against];
}

/** W1 in version 2 of the protocol. */
export function oneSessionV2Part(options: PartOptions): Figure[] {
  return timings(contest(oneSession("W1 in version 2", 2, options), ours, options), aimAt(LIMIT));
}

/** W4: many sessions. */
export function manySessionsPart(options: PartOptions): Figure[] {
  const contestants = [...ours, zustandImmer, useAcp];
  return timings(contest(manySessions(options), contestants, options), aimAt(LIMIT));
}
