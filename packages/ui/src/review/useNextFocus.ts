import { type RefObject, useCallback, useEffect, useRef } from "react";

/**
 * Returns a function to call before a decision. If the decision removes the button that has the focus, the
 * button in the same place gets it: the one of the next change. `rows` changes with the rows.
 */
export function useNextFocus(list: RefObject<HTMLElement | null>, rows: unknown): () => void {
  const place = useRef<number>(undefined);
  useEffect(() => {
    const { activeElement } = document;
    const hasFocus = activeElement !== null && activeElement !== document.body;
    const buttons = listButtons(list.current);
    const next = buttons[Math.min(place.current ?? -1, buttons.length - 1)];
    place.current = undefined;
    if (!hasFocus) next?.focus();
  }, [list, rows]);
  return useCallback(() => {
    const root = list.current?.getRootNode();
    const active =
      root instanceof Document || root instanceof ShadowRoot ? root.activeElement : null;
    const at = listButtons(list.current).findIndex((button) => button === active);
    place.current = at < 0 ? undefined : at;
  }, [list]);
}

function listButtons(list: HTMLElement | null): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>("[data-decision]") ?? [])];
}
