import type { MirrorLink } from "@acp-store/mirror";

/** A link in memory whose way to the mirror can be held. */
export interface HeldLink {
  readonly host: MirrorLink;
  readonly mirror: MirrorLink;
  /** The texts that the host has sent since `hold`. */
  readonly texts: readonly string[];
  /** Keeps the texts of the host from now on. Nothing from the mirror arrives either. */
  hold(): void;
  /** Delivers the texts of the host at once. Later ones are kept again. */
  release(): void;
  /** Closes both ends. */
  sever(): void;
}

/** Creates a link that delivers in microtasks, so that a measurement includes no transport. */
export function createHeldLink(): HeldLink {
  const toHost = new Set<(text: string) => void>();
  const toMirror = new Set<(text: string) => void>();
  const closers = new Set<(reason?: string) => void>();
  let texts: string[] = [];
  let isHeld = false;

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
        if (isHeld) texts.push(text);
        else queueMicrotask(() => deliver(toMirror, text));
      },
      sever,
    ),
    mirror: end(
      toMirror,
      (text) => {
        if (!isHeld) queueMicrotask(() => deliver(toHost, text));
      },
      sever,
    ),
    get texts() {
      return texts;
    },
    hold: () => {
      isHeld = true;
      texts = [];
    },
    release: () => {
      const held = texts;
      texts = [];
      for (const text of held) deliver(toMirror, text);
    },
    sever,
  };
}
