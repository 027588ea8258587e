/** Collects all garbage, so that a measurement does not include garbage from earlier ones. */
export function collectGarbage(): void {
  if (globalThis.gc === undefined)
    throw new Error("[acp-store] globalThis.gc is undefined. Run node with --expose-gc.");
  globalThis.gc();
}

/** Returns the size of the heap after a garbage collection, in megabytes. */
export function measureHeapMegabytes(): number {
  // Objects freed by the first collection can keep others alive until the second one.
  collectGarbage();
  collectGarbage();
  return process.memoryUsage().heapUsed / 1e6;
}
