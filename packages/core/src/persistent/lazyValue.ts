/** A value that is built when it is first read, and only once. */
export abstract class LazyValue<Value> {
  #value: Value | undefined;

  /** Returns the value, the same one each time. */
  value(): Value {
    this.#value ??= this.build();
    return this.#value;
  }

  protected abstract build(): Value;
}

/** Returns the value of a slot that holds either the value itself or a {@link LazyValue}. */
export function resolveLazy<Value>(stored: Value | LazyValue<Value>): Value {
  return stored instanceof LazyValue ? stored.value() : stored;
}
