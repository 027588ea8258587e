import type { Change } from "../commit/change.js";
import type { AcpState } from "../state/state.js";
import type { Scheduler } from "./scheduler.js";
import { WatchedChanges } from "./watchedChanges.js";
import { type Watcher, Watchers, type WatchListener, type WatchTarget } from "./watchers.js";

/** Called with the new state and the one that the last call ended with. */
export type StateListener = (state: AcpState, previous: AcpState) => void;

/** Tells listeners what changed: each once per flush, and all the same pair of states in order. */
export interface Notifier {
  watch(target: WatchTarget, listener: WatchListener): () => void;
  subscribe(listener: StateListener): () => void;
  /** Notes changes; the scheduler decides when the listeners hear of them. */
  notify(changes: readonly Change[]): void;
  /** Runs what belongs to the application. What it throws is rethrown by the next flush. */
  attempt<Input>(run: (input: Input) => void, input: Input): void;
  /** Runs the listeners that wait. Rethrows what they threw, after all of them ran. */
  flush(): void;
}

/** Builds a notifier over a state that it reads but never writes. */
export function createNotifier(getState: () => AcpState, schedule: Scheduler): Notifier {
  const watchers = new Watchers();
  const subscribers = new Set<{ readonly listener: StateListener }>();
  let waiting: Watcher[] = [];
  // Kept only while somebody wants it: a state holds on to everything that was in it.
  let previous: AcpState | undefined;
  let errors: unknown[] = [];
  let changed = false;
  let scheduled = false;
  let flushing = false;

  function notify(changes: readonly Change[]): void {
    watchers.collect(changes, waiting);
    changed = true;
    const nobodyWaits = waiting.length === 0 && subscribers.size === 0 && errors.length === 0;
    if (scheduled || flushing || nobodyWaits) return;
    scheduled = true;
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
    scheduled = false;
    // A write inside a listener is told after everybody has heard of the one before it.
    if (flushing) return;
    flushing = true;
    while (changed) runRound();
    flushing = false;
    const thrown = errors;
    errors = [];
    if (thrown.length === 1) throw thrown[0];
    if (thrown.length > 1) throw new AggregateError(thrown, "[acp-store] Several listeners threw.");
  }

  function runRound(): void {
    changed = false;
    const before = previous;
    const round = waiting;
    waiting = [];
    const now = subscribers.size > 0 ? getState() : undefined;
    previous = now;
    for (const watcher of round) callWatcher(watcher);
    if (now === undefined || before === undefined || now === before) return;
    const tell = ({ listener }: { readonly listener: StateListener }): void =>
      listener(now, before);
    for (const subscriber of [...subscribers])
      if (subscribers.has(subscriber)) attempt(tell, subscriber);
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
