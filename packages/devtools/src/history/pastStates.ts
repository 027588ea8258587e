import { type AcpPatch, type AcpState, applyAcpPatches } from "@acp-store/core";
import type { RingBuffer } from "../ringBuffer.js";
import type { HistoryEntry } from "./entry.js";

/** The number of entries between two checkpoints. */
const CHECKPOINT_INTERVAL = 500;
/** The number of recently computed states to keep, so that a step from one of them is cheap. */
const RECENT_LIMIT = 8;

/** A state, and the index of the entry after which it was the current state. */
interface IndexedState {
  readonly index: number;
  readonly state: AcpState;
}

/**
 * Computes the states between the oldest entry and the current one. It applies patches to the
 * nearest state it has: a checkpoint, a recently computed state, or the current state.
 */
export interface PastStates {
  /** Must run after each commit, while the state of that entry is the current state. */
  onCommit(index: number): void;
  /** Must run when an entry is dropped: the state before it can no longer be computed. */
  onDrop(index: number): void;
  /** Returns the state after an entry in the buffer, or before the first one. */
  at(index: number): AcpState;
}

export function createPastStates(
  entries: RingBuffer<HistoryEntry>,
  getCurrentState: () => AcpState,
): PastStates {
  const checkpoints = new Map<number, AcpState>([[-1, getCurrentState()]]);
  let recent: readonly IndexedState[] = [];

  function onCommit(index: number): void {
    if ((index + 1) % CHECKPOINT_INTERVAL === 0) checkpoints.set(index, getCurrentState());
    // The entry may have existed before its commit, as a message without changes.
    if (recent.length > 0) recent = recent.filter((state) => state.index < index);
  }

  function at(index: number): AcpState {
    const nearest = nearestTo(index);
    const state = applyAcpPatches(nearest.state, patchesBetween(nearest.index, index));
    const others = recent.filter((other) => other.index !== index);
    recent = [{ index, state }, ...others].slice(0, RECENT_LIMIT);
    return state;
  }

  function nearestTo(index: number): IndexedState {
    const checkpoint = Math.floor((index + 1) / CHECKPOINT_INTERVAL) * CHECKPOINT_INTERVAL - 1;
    let nearest: IndexedState = { index: entries.endIndex() - 1, state: getCurrentState() };
    const consider = (candidate: IndexedState): void => {
      const isReachable = candidate.index >= entries.firstIndex() - 1;
      const isNearer = Math.abs(candidate.index - index) < Math.abs(nearest.index - index);
      if (isReachable && isNearer) nearest = candidate;
    };
    for (const candidate of recent) consider(candidate);
    for (const candidate of [checkpoint, checkpoint + CHECKPOINT_INTERVAL]) {
      const state = checkpoints.get(candidate);
      if (state !== undefined) consider({ index: candidate, state });
    }
    return nearest;
  }

  function patchesBetween(from: number, to: number): AcpPatch[] {
    const patches: AcpPatch[] = [];
    // A spread of a large list as arguments could exceed the stack.
    const append = (more: readonly AcpPatch[] = []): void => {
      for (const patch of more) patches.push(patch);
    };
    for (let index = from + 1; index <= to; index++) append(entries.at(index)?.patches);
    for (let index = from; index > to; index--) append(entries.at(index)?.inversePatches);
    return patches;
  }

  return { onCommit, onDrop: (index) => void checkpoints.delete(index - 1), at };
}
