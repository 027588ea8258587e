import { type ReactElement, useEffect, useState } from "react";
import { createLazyComponent, type LazyComponent } from "../controls/createLazyComponent.js";
import type { SearchDialogProps } from "./SearchDialog.js";
import type { SearchSource } from "./searchSource.js";

const LazySearchDialog: LazyComponent<SearchDialogProps> = /* @__PURE__ */ createLazyComponent(
  async () => (await import("./SearchDialog.js")).SearchDialog,
);

/** The keys that open the search, for `aria-keyshortcuts`. */
export const SEARCH_KEYS = "Control+Shift+F Meta+Shift+F";

/** The search in all sessions of a page. Both are `undefined` without a source. */
interface SearchDialogState {
  readonly openSearch?: () => void;
  readonly searchDialog?: ReactElement;
}

/** Returns the dialog of the search while it is open, and opens it with its keys. */
export function useSearchDialog(
  source: SearchSource | undefined,
  onOpen: SearchDialogProps["onOpen"],
): SearchDialogState {
  const [isOpen, setIsOpen] = useState(false);
  const isOffered = source !== undefined;
  useEffect(() => {
    if (!isOffered) return undefined;
    function onKeyDown(event: KeyboardEvent): void {
      const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
      if (key.toLowerCase() !== "f" || ctrlKey === metaKey || !shiftKey || altKey) return;
      event.preventDefault();
      setIsOpen(true);
    }
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, [isOffered]);
  if (source === undefined) return {};
  return {
    openSearch: () => setIsOpen(true),
    ...(isOpen && {
      searchDialog: <LazySearchDialog {...{ source, onOpen }} onClose={() => setIsOpen(false)} />,
    }),
  };
}
