import { useEffect, useMemo, useState } from "react";
import { createLogSearch, type LogRows } from "../model/logSearch.js";
import { usePanel } from "./context.js";

/** How many entries are looked at in one go. */
const PIECE = 5000;
const NOTHING: ReadonlySet<number> = new Set();

/** The rows of the log that fit the filter, as far as they are found. */
export function useLogRows(): { readonly rows: LogRows; readonly isSearching: boolean } {
  const { source, filter, conformance } = usePanel();
  const flagged = conformance?.at ?? NOTHING;
  const search = useMemo(
    () => createLogSearch({ source, filter, flagged }),
    [source, filter, flagged],
  );
  const [, setPieces] = useState(0);
  const isSearching = !search.more(PIECE);

  useEffect(() => {
    if (!isSearching) return undefined;
    // Input and painting come in between.
    const timer = setTimeout(() => setPieces((pieces) => pieces + 1), 0);
    return () => clearTimeout(timer);
  });

  return { rows: search.rows(), isSearching };
}
