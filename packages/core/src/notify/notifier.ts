import type { AcpState } from "../state/state.js";
import type { ChangedPart } from "./changedPart.js";
import { createPublishedState, type Subscribe } from "./publishedState.js";
import type { Scheduler } from "./scheduler.js";
import {
  WatchedChanges,
  type Watcher,
  Watchers,
  type WatchListener,
  type WatchTarget,
} from "./watchers.js";

/** Calls listeners after changes: watchers first, then subscribers, each once per round. */
export interface Notifier {
  watch(target: WatchTarget, listener: WatchListener): () => void;
  readonly subscribe: Subscribe;
  /** Marks the watchers of these changes as due. The scheduler decides when listeners run. */
  notify(changes: readonly ChangedPart[]): void;
  /** Runs a function. The listeners run once for all of its changes. */
  batch(run: () => void): void;
  /** Runs application code. The next flush rethrows its error. */
  attempt<Input>(run: (input: Input) => void, input: Input): void;
  /** Runs the due listeners, then rethrows their errors. */
  flush(): void;
}

/** Creates a notifier. It reads the state but never writes to it. */
export function createNotifier(getState: () => AcpState, schedule: Scheduler): Notifier {
  const watchers = new Watchers();
  const published = createPublishedState(getState, (run) => attempt(run, undefined));
  let dueWatchers: Watcher[] = [];
  let errors: unknown[] = [];
  let hasChanges = false;
  let isScheduled = false;
  let isFlushing = false;

  function notify(changes: readonly ChangedPart[]): void {
    watchers.collect(changes, dueWatchers);
    hasChanges = true;
    scheduleFlush();
  }

  function scheduleFlush(): void {
    const isIdle = dueWatchers.length === 0 && !published.hasSubscribers() && errors.length === 0;
    if (isScheduled || isFlushing || isIdle) return;
    isScheduled = true;
    schedule(flush);
  }

  function batch(run: () => void): void {
    const wasScheduled = isScheduled;
    isScheduled = true;
    run();
    isScheduled = wasScheduled;
    if (hasChanges) scheduleFlush();
  }

  function attempt<Input>(run: (input: Input) => void, input: Input): void {
    try {
      run(input);
    } catch (error) {
      errors.push(error);
    }
  }

  function flush(): void {
    isScheduled = false;
    // A write made by a listener gets a separate round, after the current one.
    if (isFlushing) return;
    isFlushing = true;
    while (hasChanges) runRound();
    isFlushing = false;
    const thrown = errors;
    errors = [];
    if (thrown.length === 1) throw thrown[0];
    if (thrown.length > 1) throw new AggregateError(thrown, "[acp-store] Several listeners threw.");
  }

  function runRound(): void {
    hasChanges = false;
    const round = dueWatchers;
    dueWatchers = [];
    // Read before any listener runs, so that a listener's write is not part of this round.
    const state = published.hasSubscribers() ? getState() : undefined;
    for (const watcher of round) callWatcher(watcher);
    if (state !== undefined) published.publish(state);
  }

  function callWatcher(watcher: Watcher): void {
    const changes = watcher.unreported;
    watcher.unreported = undefined;
    if (changes !== undefined) attempt(watcher.listener, new WatchedChanges(changes));
  }

  return {
    watch: (target, listener) => watchers.add(target, listener),
    subscribe: published.subscribe,
    notify,
    batch,
    attempt,
    flush,
  };
}
