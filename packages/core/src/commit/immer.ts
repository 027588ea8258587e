import { freeze, Immer } from "immer";

declare const process: { readonly env: { readonly NODE_ENV?: string } };

// A setting of its own: immer's global one belongs to the application.
const isDevelopment: boolean = process.env.NODE_ENV !== "production";

/** Freezes only while developing: it doubles the cost of an update. */
export const immer: Immer = new Immer({ autoFreeze: isDevelopment });

/** Freezes a new entity all the way down while developing. Entities are never cyclic. */
export function deepFreeze<Value>(value: Value): Value {
  return isDevelopment ? freeze(value, true) : value;
}
