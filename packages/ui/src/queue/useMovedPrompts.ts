import type { EditablePrompt } from "@acp-store/react";
import { useEffect, useState } from "react";

/** The time in ms after which a move that had no effect is taken back. */
const MAX_WAIT_MS = 2000;

/**
 * Returns the prompts in the order in which the user has moved them, and a function that moves one. In a mirror, the
 * queue follows a moment later, and the next key continues from the order that the user has made.
 */
export function useMovedPrompts(
  prompts: readonly EditablePrompt[],
): readonly [
  prompts: readonly EditablePrompt[],
  move: (prompt: EditablePrompt, index: number) => void,
] {
  const [order, setOrder] = useState<readonly string[]>();
  const moved = sortLike(order, prompts);
  const isPending = moved.some(({ id }, index) => id !== prompts[index]?.id);
  useEffect(() => {
    if (order === undefined) return undefined;
    const timer = setTimeout(() => setOrder(undefined), isPending ? MAX_WAIT_MS : 0);
    return () => clearTimeout(timer);
  }, [order, isPending]);
  return [
    moved,
    (prompt, index) => {
      const ids = moved.map(({ id }) => id).filter((id) => id !== prompt.id);
      setOrder([...ids.slice(0, index), prompt.id, ...ids.slice(index)]);
      prompt.move(index);
    },
  ];
}

/** Returns the prompts in an order, unless there are others than in it. */
function sortLike(
  order: readonly string[] | undefined,
  prompts: readonly EditablePrompt[],
): readonly EditablePrompt[] {
  if (order?.length !== prompts.length) return prompts;
  const byId = new Map(prompts.map((prompt) => [prompt.id, prompt]));
  const sorted = order.flatMap((id) => byId.get(id) ?? []);
  return sorted.length === prompts.length ? sorted : prompts;
}
