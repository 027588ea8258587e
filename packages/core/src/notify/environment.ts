/**
 * The globals that the store uses if they exist. ECMAScript defines none of them, so everything but
 * the scheduler `"frame"` works without.
 */
interface Host {
  readonly requestAnimationFrame?: (callback: () => void) => number;
  readonly cancelAnimationFrame?: (handle: number) => void;
  readonly setTimeout?: (callback: () => void, ms: number) => unknown;
  readonly clearTimeout?: (handle: unknown) => void;
  readonly performance?: { now(): number };
  readonly queueMicrotask?: (callback: () => void) => void;
  readonly atob?: (base64: string) => string;
  readonly crypto?: { getRandomValues(bytes: Uint8Array): Uint8Array };
  readonly btoa?: (binary: string) => string;
  readonly TextDecoder?: new (
    label: string,
    options: { readonly ignoreBOM: boolean },
  ) => { decode(bytes: Uint8Array): string };
}

export const host: Host = globalThis as unknown as Host;

/** The part of an `AbortSignal` that the store uses, so that core needs no DOM types. */
export interface AbortSignalLike {
  /** Whether the signal has aborted. */
  readonly aborted: boolean;
  /** Adds a listener that runs when the signal aborts. */
  addEventListener(type: "abort", listener: () => void, options?: { once?: boolean }): void;
  /** Removes a listener. */
  removeEventListener(type: "abort", listener: () => void): void;
}
