import { type AcpState, type AcpStore, createAcpStore, type InspectRecord } from "@acp-store/core";
import { readLine, type Version } from "../wire/update.js";
import { BATCH, type Contestant, type Run, sink } from "./contestant.js";

/** A run of the store, and the store itself. */
export interface StoreRun extends Run {
  readonly store: AcpStore;
}

type StoreContestant = Contestant<StoreRun>;

/** The store as the targets have it: validation, one inspector, and a snapshot after each line. */
export const acpStore: StoreContestant = {
  name: "acp-store",
  start: (version) => startSync(version, true),
};

/** What is put together when somebody reads it is read after each line: the session, its timeline, an entity. */
export const acpStoreReading: StoreContestant = {
  name: "acp-store, read as it goes",
  start: (version) => startSync(version, true, readNewest),
};

/** Nobody wants patches. */
export const acpStoreUninspected: StoreContestant = {
  name: "acp-store, no inspector",
  start: (version) => startSync(version, false),
};

/** Patches for each line; listeners and snapshots once per batch, as with one per frame. */
export const acpStoreBatched: StoreContestant = {
  name: `acp-store, batched by ${BATCH}`,
  start: startBatched,
};

/** Handed whole JSON-RPC messages, as the tap on a connection does. */
export const acpStoreObserving: StoreContestant = {
  name: "acp-store, observe",
  start: startObserving,
};

function startSync(
  protocolVersion: Version,
  inspected: boolean,
  read: (state: AcpState, sessionId: string) => unknown = (state) => state,
): StoreRun {
  const store = createAcpStore({ protocolVersion, scheduler: "sync" });
  if (inspected) store.inspect(countPatches);
  return {
    store,
    load: loader(store),
    take(line) {
      const params = readLine(line);
      store.ingest(params);
      sink.state = read(store.getState(), params.sessionId);
    },
  };
}

/** What stands last in the conversation. */
function readNewest(state: AcpState, sessionId: string): unknown {
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
    load: loader(store),
    take(line) {
      store.observe({ dir: "recv", msg: JSON.parse(line) as unknown });
      sink.state = store.getState();
    },
  };
}

function startBatched(protocolVersion: Version): StoreRun {
  const store = createAcpStore({ protocolVersion, scheduler: () => {} });
  let waiting = 0;
  store.inspect(countPatches);
  store.subscribe((state) => (sink.state = state));
  const finish = (): void => {
    waiting = 0;
    store.flush();
  };
  return {
    store,
    load: loader(store),
    finish,
    take(line) {
      store.ingest(readLine(line));
      if (++waiting === BATCH) finish();
    },
  };
}

function loader(store: AcpStore): (lines: readonly string[]) => void {
  return (lines) => {
    for (const line of lines) store.ingest(readLine(line));
  };
}

function countPatches(record: InspectRecord): void {
  if (record.type === "commit") sink.patches += record.patches.length;
}
