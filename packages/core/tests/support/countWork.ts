const METHODS = [
  "concat",
  "filter",
  "find",
  "findIndex",
  "findLastIndex",
  "flat",
  "flatMap",
  "includes",
  "indexOf",
  "map",
  "slice",
  "some",
  "splice",
  "toSpliced",
  Symbol.iterator,
] as const;

/**
 * Returns the number of steps that a function takes: the items of the arrays that it copies or
 * searches with methods or by iteration, and its lookups in maps. Unlike a time, it does not depend on the machine.
 */
export function countWork(run: () => unknown): number {
  let steps = 0;
  const originals = METHODS.map(
    (name) => [name, Object.getOwnPropertyDescriptor(Array.prototype, name)] as const,
  );
  const lookUp = Object.getOwnPropertyDescriptor(Map.prototype, "get");
  for (const [name, original] of originals)
    Object.defineProperty(Array.prototype, name, {
      ...original,
      value(this: readonly unknown[], ...args: unknown[]): unknown {
        steps += this.length;
        return Reflect.apply(original?.value as () => unknown, this, args);
      },
    });
  Object.defineProperty(Map.prototype, "get", {
    ...lookUp,
    value(this: Map<unknown, unknown>, key: unknown): unknown {
      steps++;
      return Reflect.apply(lookUp?.value as () => unknown, this, [key]);
    },
  });
  try {
    run();
  } finally {
    for (const [name, original] of originals)
      Object.defineProperty(Array.prototype, name, original ?? {});
    Object.defineProperty(Map.prototype, "get", lookUp ?? {});
  }
  return steps;
}
