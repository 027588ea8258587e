import { type AcpState, type AcpStore, createAcpStore, type InspectRecord } from "@acp-store/core";
import { parseLine, type Version } from "../wire/update.js";
import { BATCH_SIZE, type Contestant, type Run, sink } from "./contestant.js";

/** A run of acp-store. */
export interface StoreRun extends Run {
  readonly store: AcpStore;
}

type StoreContestant = Contestant<StoreRun>;

/**
 * The variant that the targets apply to: validation, one inspector, and a snapshot after each line.
 */
export const acpStore: StoreContestant = {
  name: "acp-store",
  start: (version) => startSync(version, true),
};

/**
 * Also reads the session and the newest item of its timeline after each line, which are built
 * lazily.
 */
export const acpStoreWithReads: StoreContestant = {
  name: "acp-store, state read after each line",
  start: (version) => startSync(version, true, selectNewestItem),
};

/** Has no inspector, so no patches are created. */
export const acpStoreWithoutInspector: StoreContestant = {
  name: "acp-store, no inspector",
  start: (version) => startSync(version, false),
};

/**
 * Creates patches for each line, but notifies listeners and takes a snapshot only once per batch.
 */
export const acpStoreBatched: StoreContestant = {
  name: `acp-store, batches of ${BATCH_SIZE}`,
  start: startBatched,
};

/** Passes whole JSON-RPC messages to `observe`, like the tap on a connection. */
export const acpStoreViaObserve: StoreContestant = {
  name: "acp-store, observe",
  start: startObserving,
};

function startSync(
  protocolVersion: Version,
  hasInspector: boolean,
  read: (state: AcpState, sessionId: string) => unknown = (state) => state,
): StoreRun {
  const store = createAcpStore({ protocolVersion, scheduler: "sync" });
  if (hasInspector) store.inspect(countPatches);
  return {
    store,
    load: createLoader(store),
    applyLine(line) {
      const params = parseLine(line);
      store.ingest(params);
      sink.state = read(store.getState(), params.sessionId);
    },
  };
}

/** Returns the newest item of the conversation. */
function selectNewestItem(state: AcpState, sessionId: string): unknown {
  const session = state.sessions.get(sessionId);
  const item = session?.timeline.at(-1);
  if (item?.type === "tool_call") return session?.toolCalls.get(item.id);
  return item?.type === "message" ? session?.messages.get(item.id) : session;
}

function startObserving(protocolVersion: Version): StoreRun {
  const store = createAcpStore({ protocolVersion, scheduler: "sync" });
  store.inspect(countPatches);
  return {
    store,
    load: createLoader(store),
    applyLine(line) {
      store.observe({ dir: "recv", msg: JSON.parse(line) as unknown });
      sink.state = store.getState();
    },
  };
}

function startBatched(protocolVersion: Version): StoreRun {
  const store = createAcpStore({ protocolVersion, scheduler: () => {} });
  let pendingLines = 0;
  store.inspect(countPatches);
  store.subscribe((state) => (sink.state = state));
  const flush = (): void => {
    pendingLines = 0;
    store.flush();
  };
  return {
    store,
    load: createLoader(store),
    flush,
    applyLine(line) {
      store.ingest(parseLine(line));
      if (++pendingLines === BATCH_SIZE) flush();
    },
  };
}

function createLoader(store: AcpStore): (lines: readonly string[]) => void {
  return (lines) => {
    for (const line of lines) store.ingest(parseLine(line));
  };
}

function countPatches(record: InspectRecord): void {
  if (record.type === "commit") sink.patches += record.patches.length;
}
