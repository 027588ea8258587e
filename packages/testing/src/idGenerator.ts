/** Generates ids that are unique within one session. */
export interface IdGenerator {
  next(prefix: string): string;
}

/** Creates a generator that starts after the highest number that the session may have used. */
export function createIdGenerator(lastUsed: number): IdGenerator {
  let last = lastUsed;
  return {
    next(prefix) {
      last += 1;
      return `${prefix}-${last}`;
    },
  };
}
