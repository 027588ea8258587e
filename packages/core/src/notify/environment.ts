/** The little that the store needs of its host, whether that is a browser, a worker or Node. */
interface Host {
  readonly requestAnimationFrame?: (callback: () => void) => number;
  readonly cancelAnimationFrame?: (handle: number) => void;
  readonly setTimeout: (callback: () => void, ms: number) => unknown;
  readonly clearTimeout: (handle: unknown) => void;
  readonly performance: { now(): number };
  readonly queueMicrotask: (callback: () => void) => void;
  readonly atob: (base64: string) => string;
  readonly btoa: (binary: string) => string;
  readonly TextDecoder: new (
    label: string,
    options: { readonly ignoreBOM: boolean },
  ) => { decode(bytes: Uint8Array): string };
}

export const host: Host = globalThis as unknown as Host;

/** What the store uses of an `AbortSignal`. */
export interface AbortSignalLike {
  readonly aborted: boolean;
  addEventListener(type: "abort", listener: () => void, options?: { once?: boolean }): void;
  removeEventListener(type: "abort", listener: () => void): void;
}
