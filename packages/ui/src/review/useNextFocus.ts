import { type RefObject, useCallback, useEffect, useRef } from "react";

// Undo and redo come and go in front of the others.
const HISTORY = '[data-decision="history"]';
const DECISIONS = `[data-decision]:not(${HISTORY})`;

/**
 * Returns a function to call before a decision. If the decision removes the button that has the focus, the
 * button in the same place gets it: the one of the next change. `rows` changes with the rows.
 */
export function useNextFocus(list: RefObject<HTMLElement | null>, rows: unknown): () => void {
  const place = useRef<number>(undefined);
  useEffect(() => {
    const { activeElement } = document;
    const hasFocus = activeElement !== null && activeElement !== document.body;
    const at = place.current;
    place.current = undefined;
    if (at === undefined || hasFocus) return;
    const buttons = listButtons(list.current, DECISIONS);
    const [undo] = listButtons(list.current, HISTORY);
    (buttons[Math.min(at, buttons.length - 1)] ?? undo)?.focus();
  }, [list, rows]);
  return useCallback(() => {
    const root = list.current?.getRootNode();
    const active =
      root instanceof Document || root instanceof ShadowRoot ? root.activeElement : null;
    const find = (selector: string): number =>
      listButtons(list.current, selector).findIndex((button) => button === active);
    const at = find(HISTORY) < 0 ? find(DECISIONS) : 0;
    place.current = at < 0 ? undefined : at;
  }, [list]);
}

function listButtons(list: HTMLElement | null, selector: string): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>(selector) ?? [])];
}
