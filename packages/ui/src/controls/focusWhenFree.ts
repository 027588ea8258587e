/** Elements that the user is working in. A menu would close without the focus. */
const IN_USE = "[popover], input, textarea, select, [contenteditable]";

/**
 * Focuses an element that the user has asked for, unless the user is working in a menu or another field now.
 */
export function focusWhenFree(element: HTMLElement | null): void {
  const focused = findFocused(element);
  if (focused === null || focused.closest(IN_USE) === null) element?.focus();
}

/** Focuses an element that appeared by itself, unless another one has the focus. */
export function focusWhenUnfocused(element: HTMLElement | null): void {
  if (findFocused(element) === null) element?.focus();
}

function findFocused(element: HTMLElement | null): Element | null {
  const root = element?.getRootNode();
  const isRoot = root instanceof Document || root instanceof ShadowRoot;
  const focused = isRoot ? root.activeElement : null;
  // It is the body if nothing has the focus.
  return focused === focused?.ownerDocument.body ? null : focused;
}
