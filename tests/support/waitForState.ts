/** Something that can be read and followed, such as a store. */
interface Readable<State> {
  getState(): State;
  subscribe(listener: () => void): () => void;
}

/** Resolves with the state as soon as it fulfills a condition. */
export function waitForState<State>(
  store: Readable<State>,
  condition: (state: State) => boolean | undefined,
): Promise<State> {
  return new Promise((resolve) => {
    const check = (): void => {
      const state = store.getState();
      if (!condition(state)) return;
      unsubscribe();
      resolve(state);
    };
    const unsubscribe = store.subscribe(check);
    check();
  });
}
