/** Names things within one session. */
export interface Ids {
  next(prefix: string): string;
}

/** `used`: at least as many as the session has named before. */
export function createIds(used: number): Ids {
  let last = used;
  return {
    next(prefix) {
      last += 1;
      return `${prefix}-${last}`;
    },
  };
}
