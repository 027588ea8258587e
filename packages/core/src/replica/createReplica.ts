import type { Change } from "../commit/change.js";
import { type AcpPatch, assignment } from "../commit/patch.js";
import { createInspectors } from "../notify/inspectors.js";
import { createNotifier } from "../notify/notifier.js";
import { resolveScheduler, type Scheduler, type SchedulerName } from "../notify/scheduler.js";
import { resolveLazy } from "../persistent/entityMap.js";
import { deepFreeze } from "../persistent/freeze.js";
import type { AcpState } from "../state/state.js";
import { emptyState, StateTree } from "../state/stateTree.js";
import type { ReadableAcpStore } from "../store/types.js";
import { applyToTree } from "./applyToTree.js";

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
  const tree = new StateTree(initialState);
  const getState = (): AcpState => tree.snapshot();
  const notifier = createNotifier(getState, resolveScheduler(options.scheduler));
  const inspectors = createInspectors(notifier.attempt);

  function applyPatches(patches: readonly AcpPatch[]): void {
    if (patches.length === 0) return;
    for (const patch of patches) deepFreeze(patch);
    const changes = applyToTree(tree, patches);
    if (inspectors.areActive())
      inspectors.reportCommit(
        { type: "patches_applied", at: now() },
        patches,
        changes.toReversed().map((change) => inverseOf(tree, change)),
      );
    notifier.notify(changes);
  }

  return {
    getState,
    getInitialState: () => initialState,
    subscribe: notifier.subscribe,
    watch: notifier.watch,
    inspect: inspectors.add,
    flush: notifier.flush,
    applyPatches,
  };
}

/** Returns the patch that undoes a change, in the tree after the change. */
function inverseOf(tree: StateTree, change: Change): AcpPatch {
  if (change.kind === "state") {
    const { field, before } = change;
    return assignment([field], tree.root[field], before[field]);
  }
  if (change.kind === "table") {
    const { table, before, index } = change;
    const entries = before.map(([id, stored]) => [id, resolveLazy(stored)] as const);
    const [removed] = entries;
    if (index === undefined || removed === undefined)
      return { op: "replace", path: table.path(), value: entries };
    return { op: "add", path: table.entityPath(removed[0]), value: removed[1], index };
  }
  if (change.kind === "entity") {
    const { table, id, before } = change;
    return assignment(table.entityPath(id), before, before && resolveLazy(before));
  }
  const path = ["sessions", change.sessionId];
  if (change.kind === "session_added") return { op: "remove", path };
  if (change.kind === "timeline")
    return { op: "replace", path: [...path, "timeline"], value: change.before.value() };
  const current = tree.find(change.sessionId)?.fields[change.field];
  return assignment([...path, change.field], current, change.before[change.field]);
}
