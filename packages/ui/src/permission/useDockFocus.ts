import { type RefObject, useCallback, useEffect, useRef } from "react";
import { useAcpUi } from "../context/acpUi.js";

/**
 * Focuses the next request, or else the composer, when the request with the focus disappears: by an answer,
 * by a stopped turn, or because another window answered. Returns a function to call before an answer, because
 * not every browser focuses a button that is clicked.
 */
export function useDockFocus(dock: RefObject<HTMLElement | null>, pending: unknown): () => void {
  const { composer } = useAcpUi();
  const focused = useRef<Node>(undefined);
  const hasAnswered = useRef(false);
  useEffect(() => {
    const track = (event: FocusEvent): void => {
      const [target] = event.composedPath();
      const isInside = target instanceof Node && dock.current?.contains(target) === true;
      focused.current = isInside ? target : undefined;
    };
    document.addEventListener("focusin", track);
    return () => document.removeEventListener("focusin", track);
  }, [dock]);
  useEffect(() => {
    if (!hasAnswered.current && focused.current?.isConnected !== false) return;
    hasAnswered.current = false;
    focused.current = undefined;
    if (document.activeElement !== document.body) return;
    const next = dock.current?.querySelector<HTMLElement>("[data-request]") ?? composer?.current;
    next?.focus();
  }, [dock, pending, composer]);
  return useCallback(() => {
    hasAnswered.current = true;
  }, []);
}
