const COUNTED = [
  [Array.prototype, "push"],
  [Array.prototype, "pop"],
  [Array.prototype, "join"],
  [String.prototype, "slice"],
  [String.prototype, "substring"],
  [RegExp.prototype, "exec"],
] as const;

/**
 * Returns the number of calls of built-in methods in which parsers do their work. It grows like the
 * time, and does not depend on the machine.
 */
export function countCalls(run: () => unknown): number {
  let count = 0;
  const restore = COUNTED.map(([target, name]) => {
    const descriptor = Object.getOwnPropertyDescriptor(target, name) ?? {};
    const original: unknown = descriptor.value;
    if (typeof original !== "function") throw new TypeError(`${name} is not a method`);
    function counted(this: unknown, ...args: unknown[]): unknown {
      count += 1;
      return Reflect.apply(original as (...values: unknown[]) => unknown, this, args);
    }
    Object.defineProperty(target, name, { ...descriptor, value: counted });
    return () => Object.defineProperty(target, name, descriptor);
  });
  try {
    run();
  } finally {
    for (const undo of restore) undo();
  }
  return count;
}

/** Returns by which factor the work grows when the size becomes eight times as large. */
export function growthOf(size: number, run: (size: number) => unknown): number {
  // The first run fills caches.
  run(size);
  return countCalls(() => run(8 * size)) / countCalls(() => run(size));
}
