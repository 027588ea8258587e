import type { MirrorHost } from "./host/hostMirrors.js";
import { createSignal } from "./signal.js";

/** Everything that the owner of a shared store keeps open. */
export interface OwnedHost {
  /** The host of the store, from `hostMirrors`. */
  readonly host: MirrorHost;
  /** Closes the connection to the agent. Called when the ownership ends. */
  close(): void | Promise<void>;
}

/** Shows whether a tab or process owns a shared store. One of those that take part is the owner. */
export interface Ownership {
  /** Whether this tab or process is the owner. */
  readonly isOwner: boolean;
  /** Calls a listener when `isOwner` changes. Returns a function that removes it. */
  onOwnerChange(listener: (isOwner: boolean) => void): () => void;
  /** Resolves when this tab or process no longer takes part. Rejects if `open` rejected. */
  readonly ended: Promise<void>;
  /** Gives the ownership up, so that another tab or process takes over immediately. */
  close(): Promise<void>;
}

/** Creates an {@link Ownership} for a function that runs until the signal is aborted. */
export function createOwnership(
  run: (signal: AbortSignal, setOwner: (isOwner: boolean) => void) => Promise<void>,
): Ownership {
  const closing = new AbortController();
  const changes = createSignal<boolean>();
  let isOwner = false;
  const ended = run(closing.signal, (next) => {
    if (isOwner === next) return;
    isOwner = next;
    changes.emit(next);
  });
  return {
    get isOwner() {
      return isOwner;
    },
    onOwnerChange: changes.add,
    ended,
    async close() {
      closing.abort();
      await ended;
    },
  };
}

/** Resolves when the signal is aborted. */
export function whenAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
