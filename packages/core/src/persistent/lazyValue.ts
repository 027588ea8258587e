/**
 * A value that is built when it is first read, and only once. The class has no fields of its own,
 * because a constructor that must run in the base class slows down every append.
 */
export abstract class LazyValue<Value> {
  /** Returns the value, the same one each time. */
  abstract value(): Value;
}

/** Returns the value of a slot that holds either the value itself or a {@link LazyValue}. */
export function resolveLazy<Value>(stored: Value | LazyValue<Value>): Value {
  return stored instanceof LazyValue ? stored.value() : stored;
}
