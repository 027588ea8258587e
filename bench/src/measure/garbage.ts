/** Collects all garbage now, so that nobody pays for what somebody else left behind. */
export function collectGarbage(): void {
  if (globalThis.gc === undefined) throw new Error("Run node with --expose-gc.");
  globalThis.gc();
}

/** The megabytes that are in use when all garbage is gone. */
export function usedMegabytes(): number {
  // What the first collection frees can keep other things alive until the second.
  collectGarbage();
  collectGarbage();
  return process.memoryUsage().heapUsed / 1e6;
}
