import { isDevelopment } from "./freeze.js";

/**
 * A base class whose instances `structuredClone` and `postMessage` refuse with a `DataCloneError`.
 * The instances of any other class are cloned as their own properties, so that a class with private
 * fields becomes an empty object without an error.
 *
 * An instance is a wrapper object of a symbol, which is the cheapest object that cannot be cloned.
 * It has no properties, so that printers and equality helpers see nothing of it.
 */
class UncloneableObject {
  constructor() {
    const wrapper: object = Object(Symbol("Use serialize(state) from @acp-store/core instead."));
    // A constructor that returns an object replaces the new instance.
    // oxlint-disable-next-line no-constructor-return
    return Object.setPrototypeOf(wrapper, new.target.prototype);
  }
}

class CloneableObject {}

/** {@link UncloneableObject} in development. In production, an empty class that costs nothing. */
export const Uncloneable: new () => object = isDevelopment ? UncloneableObject : CloneableObject;
