import { freeze } from "immer";

declare const process: { readonly env: { readonly NODE_ENV?: string } };

/** Whether checks that are too slow for production run: freezing, and refusing to be cloned. */
export const isDevelopment: boolean = process.env.NODE_ENV !== "production";

/** Freezes a value recursively in development and returns it. The value must not be cyclic. */
export function deepFreeze<Value>(value: Value): Value {
  return isDevelopment ? freeze(value, true) : value;
}
