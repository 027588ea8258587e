import { type AcpPatch, type AcpState, applyAcpPatches } from "@acp-store/core";
import type { Log } from "./log.js";

/** A state is kept after every so many entries: no place is further away than half of that. */
const EVERY = 500;
/** Places that were looked at last, so that a step from there costs one entry. */
const RECENT = 8;

/** A state, and the entry after which it was the state. */
interface Place {
  readonly index: number;
  readonly state: AcpState;
}

/** The states between the oldest entry and now. The store they come from is only read. */
export interface Past {
  /** Must be called with each entry that has a commit, while its state is the current one. */
  noteCommit(index: number): void;
  /** An entry has fallen out of the log: nothing leads to the state before it any more. */
  noteFallen(index: number): void;
  /** The state after an entry. The index must be in the log, or the one before the first. */
  at(index: number): AcpState;
}

export function createPast(log: Log, getState: () => AcpState): Past {
  const kept = new Map<number, AcpState>([[-1, getState()]]);
  let recent: readonly Place[] = [];

  function noteCommit(index: number): void {
    if ((index + 1) % EVERY === 0) kept.set(index, getState());
    // The entry may have stood there before, as a message that had not changed anything yet.
    if (recent.length > 0) recent = recent.filter((place) => place.index < index);
  }

  function at(index: number): AcpState {
    const from = nearest(index);
    const state = applyAcpPatches(from.state, between(from.index, index));
    recent = [{ index, state }, ...recent.filter((place) => place.index !== index)].slice(
      0,
      RECENT,
    );
    return state;
  }

  function nearest(index: number): Place {
    const before = Math.floor((index + 1) / EVERY) * EVERY - 1;
    let found: Place = { index: log.end() - 1, state: getState() };
    const consider = (place: Place): void => {
      const isReachable = place.index >= log.first() - 1;
      if (isReachable && Math.abs(place.index - index) < Math.abs(found.index - index))
        found = place;
    };
    for (const place of recent) consider(place);
    for (const candidate of [before, before + EVERY]) {
      const state = kept.get(candidate);
      if (state !== undefined) consider({ index: candidate, state });
    }
    return found;
  }

  function between(from: number, to: number): AcpPatch[] {
    const patches: AcpPatch[] = [];
    const take = (found: readonly AcpPatch[] = []): void => {
      for (const patch of found) patches.push(patch);
    };
    for (let index = from + 1; index <= to; index++) take(log.at(index)?.patches);
    for (let index = from; index > to; index--) take(log.at(index)?.inversePatches);
    return patches;
  }

  return { noteCommit, noteFallen: (index) => void kept.delete(index - 1), at };
}
