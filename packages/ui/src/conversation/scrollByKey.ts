import type { KeyboardEvent } from "react";

/**
 * Scrolls the conversation immediately. The browser's own smooth scrolling stops early when a row
 * turns out to be taller than estimated.
 */
export function scrollByKey(event: KeyboardEvent<HTMLElement>): void {
  const { key, shiftKey, altKey, ctrlKey, metaKey, currentTarget: view, target } = event;
  // Scrollable elements inside a row handle their own keys, and the space bar activates buttons.
  const isInside = (target as Element).closest("[tabindex]") !== view;
  if (isInside || (key === " " && target !== view) || altKey || ctrlKey || metaKey) return;
  const page = view.clientHeight * 0.9;
  if (key === "Home") view.scrollTop = 0;
  else if (key === "End") view.scrollTop = view.scrollHeight;
  else if (key === "PageUp" || (key === " " && shiftKey)) view.scrollTop -= page;
  else if (key === "PageDown" || key === " ") view.scrollTop += page;
  else return;
  event.preventDefault();
}
