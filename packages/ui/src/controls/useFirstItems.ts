import { useState } from "react";

/** The items of a list that are shown. */
export interface FirstItems<Item> {
  readonly shown: readonly Item[];
  /** The number of all items, or `undefined` if all are shown. */
  readonly hiddenTotal: number | undefined;
  showAll(): void;
}

/** Limits a list from the agent to its first items, until the user asks for all. */
export function useFirstItems<Item>(items: readonly Item[], max: number): FirstItems<Item> {
  const [isComplete, setIsComplete] = useState(false);
  const isLimited = !isComplete && items.length > max;
  return {
    shown: isLimited ? items.slice(0, max) : items,
    hiddenTotal: isLimited ? items.length : undefined,
    showAll: () => setIsComplete(true),
  };
}
