import type { MirrorLink } from "../link.js";
import { acceptAddressedLinks, openAddressedLink, type SharedMedium } from "./addressedLinks.js";

/**
 * Opens a link to the host that accepts links on a `BroadcastChannel` of this name, in another tab
 * or worker of the same origin. If there is no host yet, the link waits for one. It closes when the
 * host closes or crashes (where the browser has Web Locks), and when another host takes over.
 *
 * @example
 * ```ts
 * const mirror = createMirror(() => channelLink("my-app"));
 * ```
 */
export function channelLink(name: string): MirrorLink {
  return openAddressedLink(channelMedium(name));
}

/**
 * Accepts the links that mirrors open with `channelLink(name)`. Returns a function that stops and
 * closes them.
 *
 * @example
 * ```ts
 * const stop = acceptChannelLinks("my-app", (link) => host.connect(link, { may: () => true }));
 * ```
 */
export function acceptChannelLinks(name: string, accept: (link: MirrorLink) => void): () => void {
  return acceptAddressedLinks(channelMedium(name), accept);
}

/** Returns the medium of the links on a `BroadcastChannel`. */
export function channelMedium(name: string): SharedMedium {
  const prefix = `acp-mirror/${name}`;
  const open = (channelName: string, listener: (message: unknown) => void) => {
    const channel = new BroadcastChannel(channelName);
    channel.onmessage = ({ data }: MessageEvent<unknown>) => listener(data);
    return {
      post: (message: unknown) => channel.postMessage(message),
      close: () => channel.close(),
    };
  };
  return {
    single: false,
    openLobby: (listener) => open(prefix, listener),
    openPort: (id, listener) => open(`${prefix}/${id}`, listener),
    announceAlive: (id) => holdLock(`${prefix}/${id}`),
    onGone: (id, listener) => onLockFree(`${prefix}/${id}`, listener),
  };
}

/** The time for which a lock is held after the last message, in ms. */
const RELEASE_DELAY = 100;

/** Resolves when the lock is held, to the function that releases it. */
function holdLock(name: string): Promise<() => void> {
  return new Promise((resolve) => {
    const withoutLock = (): void => resolve(() => {});
    const locks = lockManager();
    if (locks === undefined) return withoutLock();
    locks
      // The browser delivers messages and locks independently. The message that closes a link, with
      // its reason, should arrive before the lock is free, which only means that the other side is
      // gone.
      .request(
        name,
        () =>
          new Promise<void>((release) => resolve(() => void setTimeout(release, RELEASE_DELAY))),
      )
      .catch(withoutLock);
  });
}

/** Calls the listener when the lock is free. Without Web Locks, never. */
function onLockFree(name: string, listener: () => void): () => void {
  const stopped = new AbortController();
  lockManager()
    ?.request(name, { signal: stopped.signal }, () => {
      if (!stopped.signal.aborted) listener();
    })
    .catch(() => {});
  return () => stopped.abort();
}

/** Web Locks are missing in Node.js before version 24, and in pages without a secure context. */
export function lockManager(): LockManager | undefined {
  return globalThis.navigator?.locks;
}
