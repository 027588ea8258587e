import { subscribeWithSelector } from "zustand/middleware";
import { createStore, type StateCreator } from "zustand/vanilla";
import type { AcpState } from "../state/state.js";

/** The listener of `subscribe`: receives the new state, and the state of the previous call. */
export type StateListener = (state: AcpState, previous: AcpState) => void;

/** The options of `subscribe` with a selector, as in zustand's `subscribeWithSelector`. */
export interface SelectorOptions<Slice> {
  /** Returns whether two selected values are equal. Default: `Object.is`. */
  readonly equalityFn?: (a: Slice, b: Slice) => boolean;
  /** Whether to call the listener with the current value when it subscribes. */
  readonly fireImmediately?: boolean;
}

/** Calls a listener after each change, or after changes of a selected value. */
export interface Subscribe {
  (listener: StateListener): () => void;
  <Slice>(
    selector: (state: AcpState) => Slice,
    listener: (slice: Slice, previous: Slice) => void,
    options?: SelectorOptions<Slice>,
  ): () => void;
}

/** The snapshot that the subscribers have seen. */
export interface PublishedState {
  readonly subscribe: Subscribe;
  hasSubscribers(): boolean;
  /** Calls the subscribers with a snapshot and the one that was published before. */
  publish(state: AcpState): void;
}

type Creator = StateCreator<AcpState, [], [["zustand/subscribeWithSelector", never]]>;

/**
 * Creates the zustand store that subscribers see. It holds the published snapshot, which is older
 * than `getState()` until the next round. Only the notifier writes to it, one round at a time, so
 * every subscriber gets the same pair of states.
 */
export function createPublishedState(
  getState: () => AcpState,
  attempt: (run: () => void) => void,
): PublishedState {
  let subscriberCount = 0;
  let round = 0;

  /**
   * Adds the guarantees that zustand does not give: a listener that throws does not keep others
   * from running, a function can subscribe twice, a listener is not called in the round in which it
   * subscribes, and a store without subscribers does not keep the last published snapshot alive.
   */
  const isolateListeners =
    (create: Creator): Creator =>
    (set, get, api) => {
      const { subscribe } = api;
      // A selector that subscribes between two rounds starts with the current value.
      api.getState = getState;
      api.subscribe = (listener) => {
        if (subscriberCount === 0) set(getState(), true);
        subscriberCount++;
        const firstRound = round + 1;
        const unsubscribe = subscribe((state, previous) => {
          if (round >= firstRound) attempt(() => listener(state, previous));
        });
        let isSubscribed = true;
        return () => {
          if (!isSubscribed) return;
          isSubscribed = false;
          unsubscribe();
          subscriberCount--;
          if (subscriberCount === 0) set(api.getInitialState(), true);
        };
      };
      return create(set, get, api);
    };

  const store = createStore(isolateListeners(subscribeWithSelector(getState)));

  return {
    subscribe: store.subscribe,
    hasSubscribers: () => subscriberCount > 0,
    publish: (state) => {
      round++;
      if (subscriberCount > 0) store.setState(state, true);
    },
  };
}
