import { useEffect, useState } from "react";
import { getErrorMessage } from "../format/errors.js";
import type { FoundMessage, SearchSource } from "./searchSource.js";

/** The time without typing after which a search starts, in ms. */
const PAUSE_MS = 150;

/** The messages that were found so far. */
export interface SearchState {
  readonly status: "idle" | "searching" | "done" | "failed";
  readonly hits: readonly FoundMessage[];
  /** Whether there may be more hits. */
  readonly isCut?: boolean;
  /** The message of the error if the search has failed. */
  readonly error?: string;
}

const IDLE: SearchState = { status: "idle", hits: [] };

/** Searches for a text. Another text cancels the search before. */
export function useSearch(source: SearchSource, text: string): SearchState {
  const [state, setState] = useState(IDLE);
  const query = text.trim();
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const update = (change: (before: SearchState) => SearchState): void => {
      if (!signal.aborted) setState(change);
    };
    function start(): void {
      setState({ status: "searching", hits: [] });
      const onHits = (more: readonly FoundMessage[]): void =>
        update(({ hits, ...before }) => ({ ...before, hits: [...hits, ...more] }));
      source.search(query, { signal, onHits }).then(
        ({ isCut }) => update(({ hits }) => ({ status: "done", hits, isCut })),
        (error: unknown) =>
          update(({ hits }) => ({ status: "failed", hits, error: getErrorMessage(error) })),
      );
    }
    const timer = setTimeout(query === "" ? () => setState(IDLE) : start, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [source, query]);
  return state;
}
