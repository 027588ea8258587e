import type { ReadableAcpStore } from "@acp-store/core";
import { createHistory, type History } from "@acp-store/devtools";
import { useMemo, useSyncExternalStore } from "react";

/** Returns the devtools history of a store, which records while the component is mounted. */
export function useDevtoolsHistory(store: ReadableAcpStore | undefined): History | undefined {
  const source = useMemo(() => createHistorySource(store), [store]);
  return useSyncExternalStore(source.attach, source.get);
}

function createHistorySource(store: ReadableAcpStore | undefined) {
  let history: History | undefined;
  return {
    get: () => history,
    /** Starts recording. React calls `get` again after it has subscribed. */
    attach: () => {
      history = store && createHistory(store);
      return () => {
        history?.detach();
        history = undefined;
      };
    },
  };
}
