import { type AcpStore, createAcpStore } from "@acp-store/core";
import { parseLine } from "../wire/update.js";
import { BATCH_SIZE, type Contestant, type Run, sink } from "./contestant.js";

/** A run of acp-store. */
export interface StoreRun extends Run {
  readonly store: AcpStore;
}

/**
 * The variant that the targets apply to: validation, one inspector, and a snapshot after each line.
 */
export const acpStore: Contestant<StoreRun> = {
  name: "acp-store",
  start(protocolVersion) {
    const store = createAcpStore({ protocolVersion, scheduler: "sync" });
    return {
      ...loadInto(store),
      applyLine(line) {
        store.ingest(parseLine(line));
        sink.state = store.getState();
      },
    };
  },
};

/**
 * Creates patches for each line, but notifies listeners and takes a snapshot only once per batch.
 */
export const acpStoreBatched: Contestant<StoreRun> = {
  name: `acp-store, batches of ${BATCH_SIZE}`,
  start(protocolVersion) {
    const store = createAcpStore({ protocolVersion, scheduler: () => {} });
    let pendingLines = 0;
    store.subscribe((state) => (sink.state = state));
    const flush = (): void => {
      pendingLines = 0;
      store.flush();
    };
    return {
      ...loadInto(store),
      flush,
      applyLine(line) {
        store.ingest(parseLine(line));
        if (++pendingLines === BATCH_SIZE) flush();
      },
    };
  },
};

/** Adds an inspector that receives the patches. */
function loadInto(store: AcpStore): Pick<StoreRun, "store" | "load"> {
  store.inspect((record) => {
    if (record.type === "commit") sink.patches += record.patches.length;
  });
  return {
    store,
    load: (lines) => {
      for (const line of lines) store.ingest(parseLine(line));
    },
  };
}
