/** Names things within one connection. */
export interface Ids {
  next(prefix: string): string;
}

export function createIds(): Ids {
  let last = 0;
  return {
    next(prefix) {
      last += 1;
      return `${prefix}-${last}`;
    },
  };
}
