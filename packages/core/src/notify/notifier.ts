import type { Change } from "../commit/change.js";
import type { AcpState } from "../state/state.js";
import type { Scheduler } from "./scheduler.js";
import { WatchedChanges } from "./watchedChanges.js";
import { type Watcher, Watchers, type WatchListener, type WatchTarget } from "./watchers.js";

/** Called with the new state and the state of the previous call. */
export type StateListener = (state: AcpState, previous: AcpState) => void;

/**
 * Calls listeners after changes: each at most once per round, and all of a round with the same pair
 * of states.
 */
export interface Notifier {
  watch(target: WatchTarget, listener: WatchListener): () => void;
  subscribe(listener: StateListener): () => void;
  /** Records changes. The scheduler decides when the listeners are called. */
  notify(changes: readonly Change[]): void;
  /** Runs a callback of the application. The next flush rethrows the errors it throws. */
  attempt<Input>(run: (input: Input) => void, input: Input): void;
  /** Calls the waiting listeners. Rethrows their errors after all of them were called. */
  flush(): void;
}

/** Creates a notifier for a state that it reads and never writes. */
export function createNotifier(getState: () => AcpState, schedule: Scheduler): Notifier {
  const watchers = new Watchers();
  const subscribers = new Set<{ readonly listener: StateListener }>();
  let waiting: Watcher[] = [];
  // Kept only while there are subscribers, because a state keeps everything in it alive.
  let previous: AcpState | undefined;
  let errors: unknown[] = [];
  let hasChanges = false;
  let isScheduled = false;
  let isFlushing = false;

  function notify(changes: readonly Change[]): void {
    watchers.collect(changes, waiting);
    hasChanges = true;
    const isNobodyWaiting = waiting.length === 0 && subscribers.size === 0 && errors.length === 0;
    if (isScheduled || isFlushing || isNobodyWaiting) return;
    isScheduled = true;
    schedule(flush);
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
    // A write inside a listener starts another round, after all listeners of this one.
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
    const before = previous;
    const round = waiting;
    waiting = [];
    const state = subscribers.size > 0 ? getState() : undefined;
    previous = state;
    for (const watcher of round) callWatcher(watcher);
    if (state === undefined || before === undefined || state === before) return;
    const callSubscriber = ({ listener }: { readonly listener: StateListener }): void =>
      listener(state, before);
    for (const subscriber of [...subscribers])
      if (subscribers.has(subscriber)) attempt(callSubscriber, subscriber);
  }

  function callWatcher(watcher: Watcher): void {
    const changes = watcher.unreported;
    watcher.unreported = undefined;
    if (changes !== undefined) attempt(watcher.listener, new WatchedChanges(changes));
  }

  function subscribe(listener: StateListener): () => void {
    previous ??= getState();
    const subscriber = { listener };
    subscribers.add(subscriber);
    return () => {
      subscribers.delete(subscriber);
      if (subscribers.size === 0) previous = undefined;
    };
  }

  return {
    watch: (target, listener) => watchers.add(target, listener),
    subscribe,
    notify,
    attempt,
    flush,
  };
}
