/** Elements that the user is working in. A menu would close without the focus. */
const IN_USE = "[popover], input, textarea, select, [contenteditable]";

/**
 * Focuses an element that appeared by itself, if nothing else has the focus, or if it is still at `from`, which is
 * not a menu or a field. The user may have moved on since.
 */
export function focusWhenFree(element: HTMLElement | null, from: Element | null = null): void {
  const focused = findFocused(element);
  if (focused === null || (focused === from && focused.closest(IN_USE) === null)) element?.focus();
}

/** Returns the element of the same document or shadow root that has the focus, if any. */
export function findFocused(element: HTMLElement | null): Element | null {
  const root = element?.getRootNode();
  const isRoot = root instanceof Document || root instanceof ShadowRoot;
  const focused = isRoot ? root.activeElement : null;
  // It is the body if nothing has the focus.
  return focused === focused?.ownerDocument.body ? null : focused;
}
