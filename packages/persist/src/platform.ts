/** A global object that reports when the program may end. */
interface GlobalTarget {
  addEventListener(type: string, listener: () => void): void;
  removeEventListener(type: string, listener: () => void): void;
}

/** The globals of a page, a worker or Node that this package uses. */
interface PlatformGlobals extends Partial<GlobalTarget> {
  readonly document?: GlobalTarget & { readonly visibilityState: string };
  readonly process?: {
    once?(event: "beforeExit", listener: () => void): void;
    off?(event: "beforeExit", listener: () => void): void;
  };
}

/**
 * Calls a listener when the page is hidden or left, or when Node has nothing left to do. Returns a
 * function that removes the listener.
 */
export function onBeforeExit(listener: () => void): () => void {
  const platform: PlatformGlobals = globalThis;
  const { document, process } = platform;
  const onVisibilityChange = (): void => {
    if (document?.visibilityState === "hidden") listener();
  };
  document?.addEventListener("visibilitychange", onVisibilityChange);
  platform.addEventListener?.("pagehide", listener);
  // Once, so that a storage that keeps failing does not keep the process alive.
  process?.once?.("beforeExit", listener);
  return () => {
    document?.removeEventListener("visibilitychange", onVisibilityChange);
    platform.removeEventListener?.("pagehide", listener);
    process?.off?.("beforeExit", listener);
  };
}

/**
 * Opens a channel to the other tabs and workers of the same origin, or to the other threads of the
 * process. `undefined` where the platform has none.
 */
export function openChannel(name: string): BroadcastChannel | undefined {
  if (typeof BroadcastChannel !== "function") return undefined;
  const channel = new BroadcastChannel(name);
  unref(channel);
  return channel;
}

/**
 * Allows Node to exit while a timer is pending or a channel is open. Browsers need no such thing.
 */
export function unref(handle: unknown): void {
  if (typeof handle !== "object" || handle === null || !("unref" in handle)) return;
  if (typeof handle.unref === "function") handle.unref();
}
