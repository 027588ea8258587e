const TYPES = ["dragstart", "dragenter", "dragover"] as const;

/**
 * Lets the drag library see the elements of an open shadow root. It listens at the window, where
 * events from a shadow root have its host as their target, and looks for its elements around the
 * target. Returns a function that stops it. Does nothing for elements in the document.
 */
export function retargetDragEvents(element: Element): () => void {
  const root = element.getRootNode();
  if (!(root instanceof ShadowRoot)) return () => {};
  const isInside = (target: unknown): target is Element =>
    target instanceof Element && target.getRootNode() === root;
  const retarget = (event: DragEvent): void => {
    const [inner] = event.composedPath();
    const target = isCover(inner)
      ? root.elementsFromPoint(event.clientX, event.clientY).find(isInside)
      : inner;
    if (isInside(target))
      Object.defineProperty(event, "target", { value: target, configurable: true });
  };
  // The listeners of the library are added later, when a drag begins.
  for (const type of TYPES) addEventListener(type, retarget, { capture: true });
  return () => {
    for (const type of TYPES) removeEventListener(type, retarget, { capture: true });
  };
}

/** The library covers the place where a drag begins with an element in the document. */
function isCover(target: EventTarget | undefined): boolean {
  return target instanceof HTMLElement && target.dataset["pdndHoneyPot"] !== undefined;
}
