/** Elements that the user is working in. A menu would close without the focus. */
const IN_USE = "[popover], input, textarea, select, [contenteditable]";

/**
 * Focuses an element that appeared by itself, unless the user is working in a menu or another field.
 */
export function focusWhenFree(element: HTMLElement | null): void {
  const root = element?.getRootNode();
  const isRoot = root instanceof Document || root instanceof ShadowRoot;
  const focused = isRoot ? root.activeElement : null;
  if (focused === null || focused.closest(IN_USE) === null) element?.focus();
}
