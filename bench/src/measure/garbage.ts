/** Collects all garbage now, so that nobody pays for what somebody else left behind. */
export function collectGarbage(): void {
  if (globalThis.gc === undefined) throw new Error("Run node with --expose-gc.");
  globalThis.gc();
}
