import type { MirrorLink } from "@acp-store/mirror";

/** A link in memory whose delivery can be paused. */
export interface PausableLink {
  readonly host: MirrorLink;
  readonly mirror: MirrorLink;
  /** The texts that the host has sent since `pause`. */
  readonly texts: readonly string[];
  /** Keeps the texts of the host from now on. Nothing from the mirror arrives either. */
  pause(): void;
  /** Delivers the texts of the host immediately. Later ones are kept again. */
  deliverWaiting(): void;
  /** Closes both ends. */
  sever(): void;
}

/** Creates a link that delivers in microtasks, so that a measurement includes no transport. */
export function createPausableLink(): PausableLink {
  const toHost = new Set<(text: string) => void>();
  const toMirror = new Set<(text: string) => void>();
  const closers = new Set<(reason?: string) => void>();
  let texts: string[] = [];
  let isPaused = false;

  function end(
    own: Set<(text: string) => void>,
    send: (text: string) => void,
    close: () => void,
  ): MirrorLink {
    return {
      send,
      onMessage: (listener) => {
        own.add(listener);
        return () => own.delete(listener);
      },
      onClose: (listener) => {
        closers.add(listener);
        return () => closers.delete(listener);
      },
      close,
    };
  }

  function deliver(to: ReadonlySet<(text: string) => void>, text: string): void {
    for (const listener of to) listener(text);
  }

  function sever(): void {
    for (const closer of [...closers]) closer();
  }

  return {
    host: end(
      toHost,
      (text) => {
        if (isPaused) texts.push(text);
        else queueMicrotask(() => deliver(toMirror, text));
      },
      sever,
    ),
    mirror: end(
      toMirror,
      (text) => {
        if (!isPaused) queueMicrotask(() => deliver(toHost, text));
      },
      sever,
    ),
    get texts() {
      return texts;
    },
    pause: () => {
      isPaused = true;
      texts = [];
    },
    deliverWaiting: () => {
      const waiting = texts;
      texts = [];
      for (const text of waiting) deliver(toMirror, text);
    },
    sever,
  };
}
