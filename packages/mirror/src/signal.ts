/** A list of listeners. A listener that is added twice runs twice. */
export interface Signal<Value> {
  /** Adds a listener. Returns a function that removes it. */
  readonly add: (listener: (value: Value) => void) => () => void;
  /** Calls all listeners. */
  readonly emit: (value: Value) => void;
}

/** Creates a {@link Signal}. */
export function createSignal<Value>(): Signal<Value> {
  const registrations = new Set<{ readonly listener: (value: Value) => void }>();
  return {
    add: (listener) => {
      const registration = { listener };
      registrations.add(registration);
      return () => void registrations.delete(registration);
    },
    emit: (value) => {
      for (const { listener } of [...registrations]) listener(value);
    },
  };
}
