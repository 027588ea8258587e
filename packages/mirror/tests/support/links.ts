import type { MirrorLink } from "../../src/index.js";

/** The chance of each fault, per message. */
export interface Faults {
  readonly lost?: number;
  readonly doubled?: number;
  /** The chance that a message is delayed, so that later ones overtake it. */
  readonly reordered?: number;
}

/** Two connected links in memory, and what they did to the messages. */
export interface LinkPair {
  readonly host: MirrorLink;
  readonly mirror: MirrorLink;
  /** Breaks the connection for both ends. */
  sever(): void;
  /** The number of faults injected so far. */
  readonly counts: { faults: number };
  /** The texts that the host has sent, and those that the mirror has sent. */
  readonly sent: { readonly down: string[]; readonly up: string[] };
}

interface PairOptions {
  readonly random?: () => number;
  readonly faults?: Faults;
  readonly maxChars?: number;
  readonly counts?: { faults: number };
}

const MAX_DELAY_MS = 60;

/** Creates two links that deliver on timers, as real ones do on the event loop. */
export function linkPair(options: PairOptions = {}): LinkPair {
  const { random = () => 1, faults = {}, counts = { faults: 0 } } = options;
  let isOpen = true;
  const closers = new Set<(reason?: string) => void>();
  const up: string[] = [];
  const down: string[] = [];

  function end(
    listeners: Set<(text: string) => void>,
    peers: Set<(text: string) => void>,
    log: string[],
  ): MirrorLink {
    function deliver(text: string, delayMs: number): void {
      setTimeout(() => {
        if (isOpen) for (const listener of [...peers]) listener(text);
      }, delayMs);
    }
    function happens(chance: number | undefined): boolean {
      const isHit = random() < (chance ?? 0);
      if (isHit) counts.faults++;
      return isHit;
    }
    return {
      send: (text) => {
        if (!isOpen) return;
        log.push(text);
        if (happens(faults.lost)) return;
        deliver(text, happens(faults.reordered) ? random() * MAX_DELAY_MS : 0);
        if (happens(faults.doubled)) deliver(text, random() * MAX_DELAY_MS);
      },
      onMessage: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      onClose: (listener) => {
        closers.add(listener);
        return () => closers.delete(listener);
      },
      close: sever,
      ...(options.maxChars !== undefined && { maxChars: options.maxChars }),
    };
  }

  function sever(): void {
    // A message that was sent before the end still arrives.
    setTimeout(() => {
      if (!isOpen) return;
      isOpen = false;
      for (const closer of [...closers]) closer("severed");
    }, 0);
  }

  const hostListeners = new Set<(text: string) => void>();
  const mirrorListeners = new Set<(text: string) => void>();
  return {
    host: end(hostListeners, mirrorListeners, down),
    mirror: end(mirrorListeners, hostListeners, up),
    sever,
    counts,
    sent: { down, up },
  };
}

/** Creates a generator of numbers from 0 to 1 that a seed determines (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
