import { isolateListenerErrors } from "@acp-store/core/tap";

/** A global object that reports when the program may end. */
interface GlobalTarget {
  addEventListener(type: string, listener: () => void): void;
  removeEventListener(type: string, listener: () => void): void;
}

/** The globals of a page, a worker or Node that this package uses. */
interface PlatformGlobals extends Partial<GlobalTarget> {
  readonly document?: GlobalTarget & { readonly visibilityState: string };
  readonly process?: {
    on?(event: "beforeExit", listener: () => void): void;
    off?(event: "beforeExit", listener: () => void): void;
  };
}

/** The listeners of all stores and drafts. Node warns about more than ten listeners of one event. */
const exitListeners = new Set<() => void>();
/** The listeners that were called before Node exits. */
const called = new WeakSet<() => void>();

/**
 * Calls a listener when the page is hidden or left, or when Node has nothing left to do. Returns a
 * function that removes the listener.
 */
export function onBeforeExit(listener: () => void): () => void {
  // The same function can be added twice.
  const call = (): void => listener();
  if (exitListeners.size === 0) listen();
  exitListeners.add(call);
  return () => {
    if (exitListeners.delete(call) && exitListeners.size === 0) stopListening();
  };
}

function callExitListeners(): void {
  for (const listener of exitListeners) isolateListenerErrors(listener);
}

/** Calls each listener once, so that a storage that keeps failing does not keep the process alive. */
function onExit(): void {
  for (const listener of exitListeners) {
    if (called.has(listener)) continue;
    called.add(listener);
    isolateListenerErrors(listener);
  }
}

function onVisibilityChange(): void {
  const { document }: PlatformGlobals = globalThis;
  if (document?.visibilityState === "hidden") callExitListeners();
}

function listen(): void {
  const platform: PlatformGlobals = globalThis;
  platform.document?.addEventListener("visibilitychange", onVisibilityChange);
  platform.addEventListener?.("pagehide", callExitListeners);
  platform.process?.on?.("beforeExit", onExit);
}

function stopListening(): void {
  const platform: PlatformGlobals = globalThis;
  platform.document?.removeEventListener("visibilitychange", onVisibilityChange);
  platform.removeEventListener?.("pagehide", callExitListeners);
  platform.process?.off?.("beforeExit", onExit);
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
