import { type AcpStore, createAcpStore } from "@acp-store/core";
import { createMirror, hostMirrors, type Mirror, type MirrorHost } from "@acp-store/mirror";
import { type Notification, parseLine } from "../wire/update.js";
import { createPausableLink, type PausableLink } from "./pausableLink.js";

/** The updates in a batch: 1,000 updates per second, and the default of 16 ms between batches. */
const UPDATES_PER_BATCH = 16;
const START_TIME = Date.UTC(2026, 0, 1);

type UpdateParams = Notification["params"];

/** A store, and the updates of a workload for it. */
export interface PacedStore {
  readonly store: AcpStore;
  /** The updates after the first one of each session, which the store has. */
  readonly updates: readonly UpdateParams[];
  /** Processes updates in batches. Each batch is sent before the next one begins. */
  ingest(updates: readonly UpdateParams[]): Promise<void>;
}

/**
 * Creates a store in which no listener runs, and whose clock advances by 1 ms with each update. It has
 * already processed `otherLines`.
 */
export function createPacedStore(
  lines: readonly string[],
  otherLines: readonly string[] = [],
): PacedStore {
  let time = START_TIME;
  const store = createAcpStore({ scheduler: () => {}, now: () => time });
  const updates: UpdateParams[] = [];
  for (const line of otherLines) store.ingest(parseLine(line));
  // The store freezes what it gets, so each one needs its own objects.
  for (const update of lines.map(parseLine)) {
    if (store.getState().sessions.has(update.sessionId)) updates.push(update);
    else store.ingest(update);
  }
  return {
    store,
    updates,
    async ingest(given) {
      for (let start = 0; start < given.length; start += UPDATES_PER_BATCH) {
        for (const update of given.slice(start, start + UPDATES_PER_BATCH)) {
          time++;
          store.ingest(update);
        }
        // The host sends in a microtask.
        await Promise.resolve();
      }
    },
  };
}

/**
 * Creates a host that sends a batch in the next microtask, and whose mirrors never have to confirm.
 */
export function createHost(store: AcpStore, laneBytes?: number): MirrorHost {
  const log = laneBytes === undefined ? {} : { laneBytes };
  return hostMirrors(store, { batchMs: 0, windowBytes: Number.MAX_SAFE_INTEGER, ...log });
}

/** A mirror and its newest link. */
export interface LinkedMirror {
  readonly mirror: Mirror;
  readonly link: PausableLink;
}

/** Connects a mirror. Resolves when it is live. `onConnect` is called at each attempt. */
export async function connectMirror(
  host: MirrorHost,
  onConnect: () => void = () => {},
): Promise<LinkedMirror> {
  let link = createPausableLink();
  const mirror = createMirror(
    () => {
      onConnect();
      link = createPausableLink();
      host.connect(link.host);
      return link.mirror;
    },
    { scheduler: "sync" },
  );
  await whenLive(mirror);
  return {
    mirror,
    get link() {
      return link;
    },
  };
}

/** Resolves when a mirror becomes live. */
export function whenLive(mirror: Mirror): Promise<void> {
  return new Promise((resolve) => {
    const stop = mirror.onStatus((status) => {
      if (status !== "live") return;
      stop();
      resolve();
    });
  });
}
