import type { AcpPatch } from "../commit/patch.js";
import { createInspectors } from "../notify/inspectors.js";
import { createNotifier } from "../notify/notifier.js";
import { resolveScheduler, type Scheduler, type SchedulerName } from "../notify/scheduler.js";
import { deepFreeze } from "../persistent/freeze.js";
import type { AcpState } from "../state/state.js";
import { emptyState } from "../state/emptyState.js";
import type { ReadableAcpStore } from "../store/view.js";
import { changesOf, inversesOf } from "./patchChanges.js";
import { PatchTree } from "./patchTree.js";

/** The options of `createReplica`. */
export interface ReplicaOptions {
  /** The state to start with, of the store that the replica follows. Default: an empty state. */
  readonly initialState?: AcpState;
  /** Decides when listeners run, as in `createAcpStore`. */
  readonly scheduler?: SchedulerName | Scheduler;
  /** The clock, in milliseconds. Default: `Date.now`. */
  readonly now?: () => number;
}

/** A store that follows another one, for example in another window, by the patches of its commits. */
export interface AcpReplica extends ReadableAcpStore {
  /**
   * Applies the patches of one or more commits, in the order of the commits. Listeners run as after a
   * commit of the other store, and inspectors get one commit with the event `patches_applied`. The
   * replica keeps the values of the patches, so they must not change afterwards.
   *
   * @throws Error if a patch does not fit the state. The state is unchanged then.
   *
   * @example
   * ```ts
   * store.inspect((record) => {
   *   if (record.type === "commit") replica.applyPatches(record.patches);
   * });
   * ```
   */
  applyPatches(patches: readonly AcpPatch[]): void;
}

/**
 * Creates a store that is only written to by the patches of another store. It takes the same reads,
 * hooks and devtools, and is much smaller than the other store: it cannot read protocol messages.
 *
 * @example
 * ```ts
 * const replica = createReplica({ initialState: store.getState() });
 * channel.onmessage = ({ data }) => replica.applyPatches(JSON.parse(data));
 * ```
 */
export function createReplica(options: ReplicaOptions = {}): AcpReplica {
  const initialState = options.initialState ?? emptyState(1);
  const now = options.now ?? Date.now;
  let tree = new PatchTree(initialState);
  const getState = (): AcpState => tree.snapshot();
  const notifier = createNotifier(getState, resolveScheduler(options.scheduler));
  const inspectors = createInspectors(notifier.attempt);

  function applyPatches(patches: readonly AcpPatch[]): void {
    if (patches.length === 0) return;
    const before = getState();
    const changes = changesOf(tree, patches);
    try {
      for (const patch of patches) {
        tree.apply(patch);
        deepFreeze(patch);
      }
    } catch (error) {
      tree = new PatchTree(before);
      throw error;
    }
    if (inspectors.areActive()) {
      const event = { type: "patches_applied", at: now() } as const;
      inspectors.reportCommit(event, patches, inversesOf(before, getState(), changes));
    }
    notifier.notify(changes);
  }

  return {
    getState,
    getInitialState: () => initialState,
    now,
    subscribe: notifier.subscribe,
    watch: notifier.watch,
    inspect: inspectors.add,
    flush: notifier.flush,
    applyPatches,
  };
}
