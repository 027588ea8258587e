import { JetStreamApiError } from "@nats-io/jetstream";
import type { KV } from "@nats-io/kv";
import { pause } from "./waiting.js";

/** The right to be the owner, until it is released or lost. */
export interface Lease {
  /** Resolves when another process holds the lease. */
  readonly lost: Promise<void>;
  /** Gives the lease up, so that another process gets it immediately. */
  release(): Promise<void>;
}

/** A holder that has not renewed its lease for this time has lost it. */
const LEASE_MS = 3000;
const RENEW_MS = LEASE_MS / 3;
const POLL_MS = LEASE_MS / 20;
const RENEW_TIMEOUT_MS = 1000;
const KEY = "owner";

/**
 * Waits for the lease. Resolves to `undefined` when the signal is aborted first.
 *
 * Each renewal writes a new revision. A waiting process watches the revision on its own clock, and
 * takes the lease with compare-and-set when the revision has not changed for `LEASE_MS`. It polls
 * because the watch of a bucket takes many seconds to recover from a restart of the server.
 */
export async function acquireLease(
  bucket: KV,
  owner: string,
  signal: AbortSignal,
): Promise<Lease | undefined> {
  let seen: { readonly revision: number; readonly since: number } | undefined;
  while (!signal.aborted) {
    try {
      const revision = await attempt();
      if (revision !== undefined) return holdLease(bucket, owner, revision);
    } catch {
      // Without the server, this process cannot know whether the lease is renewed.
      seen = undefined;
    }
    await pause(POLL_MS, signal);
  }
  return undefined;

  async function attempt(): Promise<number | undefined> {
    const entry = await bucket.get(KEY);
    if (entry === null || entry.operation !== "PUT")
      return ignoringConflict(bucket.create(KEY, owner));
    if (seen?.revision !== entry.revision)
      seen = { revision: entry.revision, since: performance.now() };
    else if (performance.now() - seen.since >= LEASE_MS)
      return ignoringConflict(bucket.update(KEY, owner, entry.revision));
    return undefined;
  }
}

/** Returns the process that holds the lease, or `undefined` if there is none. */
export async function leaseHolder(bucket: KV): Promise<string | undefined> {
  const entry = await bucket.get(KEY);
  return entry?.operation === "PUT" ? entry.string() : undefined;
}

function holdLease(bucket: KV, owner: string, firstRevision: number): Lease {
  let revision = firstRevision;
  let released = false;
  let onLost = (): void => {};
  const lost = new Promise<void>((resolve) => {
    onLost = resolve;
  });
  let timer = setTimeout(renew, RENEW_MS);

  async function renew(): Promise<void> {
    try {
      const renewed = await ignoringConflict(bucket.update(KEY, owner, revision, RENEW_TIMEOUT_MS));
      if (renewed !== undefined) revision = renewed;
      else {
        // The revision may be one of this process whose acknowledgment was lost.
        const entry = await bucket.get(KEY);
        if (entry?.operation !== "PUT" || entry.string() !== owner) return onLost();
        revision = entry.revision;
      }
    } catch {
      // The server is away. If another process takes the lease, the next renewal finds out.
    }
    if (!released) timer = setTimeout(renew, RENEW_MS);
  }

  return {
    lost,
    async release() {
      released = true;
      clearTimeout(timer);
      try {
        await bucket.delete(KEY, { previousSeq: revision });
      } catch {
        // The lease ends by itself.
      }
    },
  };
}

/** Resolves to `undefined` if another process has written in the meantime. */
async function ignoringConflict(write: Promise<number>): Promise<number | undefined> {
  try {
    return await write;
  } catch (error) {
    if (error instanceof JetStreamApiError) return undefined;
    throw error;
  }
}
