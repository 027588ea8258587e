import { type AcpStore, createAcpStore } from "@acp-store/core";
import type { NatsConnection } from "@nats-io/nats-core";
import { isDeepStrictEqual } from "node:util";
import { expect, onTestFinished } from "vitest";
import { plain } from "../../../core/tests/support/trackedStore.js";
import {
  createMirror,
  hostMirrors,
  type HostMirrorsOptions,
  type Mirror,
  type MirrorRights,
} from "../../src/index.js";
import { hostOnNats, type Ownership, natsLink } from "../../src/nats/index.js";
import { ALL_RIGHTS } from "./windows.js";

/** A process that takes part in owning a store. */
export interface Candidate {
  readonly nats: Ownership;
  /** The stores that were opened, one per ownership. */
  readonly stores: AcpStore[];
  /** The number of stores that were closed again. */
  closed(): number;
  /** Returns the store of the current ownership. */
  store(): AcpStore;
}

/** Takes part in owning the store `test`. */
export function createCandidate(
  connection: NatsConnection,
  rights: MirrorRights = ALL_RIGHTS,
  options: HostMirrorsOptions = {},
): Candidate {
  const stores: AcpStore[] = [];
  let closed = 0;
  const nats = hostOnNats(
    connection,
    "test",
    async () => {
      const store = createAcpStore({ scheduler: "sync" });
      stores.push(store);
      return { host: hostMirrors(store, options), close: () => void closed++ };
    },
    rights,
  );
  onTestFinished(nats.close);
  return {
    nats,
    stores,
    closed: () => closed,
    store() {
      const store = stores.at(-1);
      if (store === undefined) throw new Error("This candidate has not been the owner.");
      return store;
    },
  };
}

/** Resolves when a candidate is the owner. */
export async function whenOwner({ nats }: Candidate): Promise<void> {
  await expect.poll(() => nats.isOwner, { interval: 5 }).toBe(true);
}

/** Creates a mirror over a connection. */
export function observe(connection: NatsConnection): Mirror {
  const mirror = createMirror(() => natsLink(connection, "test"), { scheduler: "sync" });
  onTestFinished(() => mirror.close());
  return mirror;
}

/** Resolves when a mirror is live. */
export async function whenLive(mirror: Mirror): Promise<void> {
  await expect.poll(() => mirror.status, { interval: 5 }).toBe("live");
}

/** Resolves when a mirror has the state of a store. Returns the time that this took, in ms. */
export async function whenEqual(mirror: Mirror, store: AcpStore): Promise<number> {
  const start = performance.now();
  const isEqual = () => isDeepStrictEqual(plain(mirror.getState()), plain(store.getState()));
  await expect.poll(isEqual, { interval: 5 }).toBe(true);
  return performance.now() - start;
}
