import { type AcpStore, createAcpStore } from "@acp-store/core";
import { createHistory, type History } from "@acp-store/devtools";
import type { FrameRow } from "../frames/wire.js";

/** A store that gets the rows of a log. Its times are those of the owner. */
export interface FramesStore {
  readonly store: AcpStore;
  readonly history: History;
  /** Adds a row to the store. Rows that the owner has dropped change nothing. */
  add(row: FrameRow): void;
  /** Sets the time of the owner, in ms since the epoch. */
  setClock(ownerNow: number): void;
}

/** Creates a store for the log of an agent. */
export function createFramesStore(): FramesStore {
  /** The difference between the clocks of the owner and this page, in ms. */
  let offset = 0;
  /** The time of the row that is added, on the clock of the owner. */
  let rowTime: number | undefined;
  const store = createAcpStore({ now: () => rowTime ?? Date.now() + offset });
  const history = createHistory(store);

  function apply(row: FrameRow): void {
    if ("dir" in row) store.observe(row);
    else if ("connecting" in row) store.connect(row.connecting);
    else if ("disconnected" in row) store.disconnect(row.disconnected.reason, row.disconnected);
  }

  return {
    store,
    history,
    add(row) {
      if ("t" in row) rowTime = row.t;
      try {
        apply(row);
      } finally {
        rowTime = undefined;
      }
    },
    setClock(ownerNow) {
      offset = ownerNow - Date.now();
    },
  };
}
