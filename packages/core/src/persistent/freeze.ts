declare const process: { readonly env: { readonly NODE_ENV?: string } };

/** Whether checks that are too slow for production run: freezing, and refusing to be cloned. */
export const isDevelopment: boolean = process.env.NODE_ENV !== "production";

/**
 * Freezes an object whose parts are frozen already in development, and returns it. Unlike
 * {@link deepFreeze}, it does not visit the items of a long list.
 */
export function freeze<Value extends object>(value: Value): Value {
  return isDevelopment ? Object.freeze(value) : value;
}

/**
 * Freezes plain objects and arrays recursively in development, and returns the value. It does not visit
 * objects that are frozen already. The value must not be cyclic.
 */
export function deepFreeze<Value>(value: Value): Value {
  if (isDevelopment) freezePlain(value);
  return value;
}

/** Not immer's `freeze`, because a replica is a bundle without immer. */
function freezePlain(value: unknown): void {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== Array.prototype && prototype !== null) return;
  Object.freeze(value);
  for (const inner of Object.values(value)) freezePlain(inner);
}
