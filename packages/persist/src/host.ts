/** The globals of a page, a worker or Node that tell when the program may end. */
interface EventSource {
  addEventListener(type: string, listener: () => void): void;
  removeEventListener(type: string, listener: () => void): void;
}

interface ProgramHost extends Partial<EventSource> {
  readonly document?: EventSource & { readonly visibilityState: string };
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
  const host = globalThis as unknown as ProgramHost;
  const { document, process } = host;
  const onVisibilityChange = (): void => {
    if (document?.visibilityState === "hidden") listener();
  };
  document?.addEventListener("visibilitychange", onVisibilityChange);
  host.addEventListener?.("pagehide", listener);
  // Once, so that a storage that keeps failing does not keep the process alive.
  process?.once?.("beforeExit", listener);
  return () => {
    document?.removeEventListener("visibilitychange", onVisibilityChange);
    host.removeEventListener?.("pagehide", listener);
    process?.off?.("beforeExit", listener);
  };
}

/** Allows Node to exit while a timer is pending. Browsers need no such thing. */
export function unrefTimer(timer: unknown): void {
  if (typeof timer !== "object" || timer === null || !("unref" in timer)) return;
  if (typeof timer.unref === "function") timer.unref();
}
