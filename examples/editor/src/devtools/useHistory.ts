import type { AcpStore } from "@acp-store/core";
import { createHistory, type History } from "@acp-store/devtools";
import { useMemo, useSyncExternalStore } from "react";

/** A log of the store, from now on and for as long as the component is there. */
export function useHistory(store: AcpStore): History | undefined {
  const kept = useMemo(() => keptHistory(store), [store]);
  return useSyncExternalStore(kept.attach, kept.get);
}

function keptHistory(store: AcpStore) {
  let history: History | undefined;
  return {
    get: () => history,
    /** React asks for the log once more after this. */
    attach: () => {
      history = createHistory(store);
      return () => {
        history?.detach();
        history = undefined;
      };
    },
  };
}
