import type { KeyboardEvent } from "react";

/**
 * Moves through the conversation at once. The browser's own, animated movement ends where a row
 * on the way turns out higher than estimated.
 */
export function onPageKey(event: KeyboardEvent<HTMLElement>): void {
  const { key, shiftKey, altKey, ctrlKey, metaKey, currentTarget: view, target } = event;
  // What scrolls by itself inside of a row keeps its keys.
  const isInside = (target as Element).closest("[tabindex]") !== view;
  // And a button has a use for the space bar.
  if (isInside || (key === " " && target !== view) || altKey || ctrlKey || metaKey) return;
  const page = view.clientHeight * 0.9;
  if (key === "Home") view.scrollTop = 0;
  else if (key === "End") view.scrollTop = view.scrollHeight;
  else if (key === "PageUp" || (key === " " && shiftKey)) view.scrollTop -= page;
  else if (key === "PageDown" || key === " ") view.scrollTop += page;
  else return;
  event.preventDefault();
}
