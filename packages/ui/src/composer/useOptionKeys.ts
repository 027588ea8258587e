import { type KeyboardEvent, useState } from "react";

/** The list that belongs to the text of a field. */
export interface FieldOptions {
  /** The number of rows. Without rows, the list is closed. */
  readonly count: number;
  /** The text for which the rows were found. Another text selects the first row again. */
  readonly query: string;
  /** Escape closes the list until this value changes. */
  readonly subject: string;
  /** The row that is active before the user moves. Default: 0. */
  readonly preselected?: number;
}

/** The state of a list that belongs to a field, and its keys. */
export interface OptionKeys {
  readonly isOpen: boolean;
  /** The row that Enter inserts, or -1 if Enter inserts none. */
  readonly active: number;
  /** Handles a key press. Returns whether the list handled the key. */
  onKeyDown(event: KeyboardEvent, accept: (index: number) => void): boolean;
}

/** Returns the active row of a list while the focus stays in its field, as in the combobox pattern of ARIA. */
export function useOptionKeys({
  count,
  query,
  subject,
  preselected = 0,
}: FieldOptions): OptionKeys {
  const [chosen, setChosen] = useState({ query: "", index: 0 });
  const [dismissed, setDismissed] = useState<string>();
  const isOpen = count > 0 && dismissed !== subject;
  const active = chosen.query === query ? Math.min(chosen.index, count - 1) : preselected;
  if (dismissed !== undefined && dismissed !== subject) setDismissed(undefined);

  function onKeyDown(event: KeyboardEvent, accept: (index: number) => void): boolean {
    if (!isOpen) return false;
    if (event.key === "ArrowDown") setChosen({ query, index: (active + 1) % count });
    else if (event.key === "ArrowUp")
      setChosen({ query, index: (Math.max(active, 0) + count - 1) % count });
    else if (event.key === "Escape") setDismissed(subject);
    else if (event.key === "Tab" && !event.shiftKey) accept(Math.max(active, 0));
    else if (event.key === "Enter" && !event.shiftKey && active >= 0) accept(active);
    else return false;
    event.preventDefault();
    return true;
  }
  return { isOpen, active, onKeyDown };
}
