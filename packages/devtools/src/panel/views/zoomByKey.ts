import type { KeyboardEvent } from "react";

/** "+" and "-" zoom. `at`: where the bar is that has the focus, from the left edge of the lanes. */
export function zoomByKey(
  { key, ctrlKey, metaKey, target, currentTarget }: KeyboardEvent<HTMLElement>,
  zoom: (by: number, at?: number) => void,
): void {
  const by = { "+": 2, "=": 2, "-": 0.5 }[key];
  if (by === undefined || ctrlKey || metaKey || !(target instanceof HTMLElement)) return;
  if (target === currentTarget) zoom(by);
  else {
    const { left, right } = target.getBoundingClientRect();
    const edges = currentTarget.getBoundingClientRect();
    const middle = (Math.max(left, edges.left) + Math.min(right, edges.right)) / 2;
    zoom(by, middle - edges.left);
  }
}
