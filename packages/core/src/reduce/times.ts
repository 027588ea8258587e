import type { Transaction } from "../commit/transaction.js";
import type { AcpEvent } from "../events/event.js";
import { isObject } from "../json.js";
import type { EntityTimes } from "../state/entities.js";
import type { SessionRecord } from "../state/sessionRecord.js";

/** Returns the times of a new entity, with the mark of one that a replay rebuilds. */
export function creationTimes({ at, place }: Transaction, session: SessionRecord): EntityTimes {
  if (session.fields.replayBegun || place !== undefined)
    return { createdAt: at, updatedAt: at, replayed: true };
  return { createdAt: at, updatedAt: at };
}

/** Returns the times of an entity that is about to be replaced completely. */
export function timesOf({ createdAt, updatedAt, replayed }: EntityTimes): EntityTimes {
  return replayed ? { createdAt, updatedAt, replayed } : { createdAt, updatedAt };
}

/**
 * Returns the time at which replayed content was created, if the agent sent it: `_meta.timestamp`,
 * in ISO 8601 or in ms since the epoch.
 */
export function originalTime(event: AcpEvent): number | undefined {
  const meta = "meta" in event ? event.meta : undefined;
  const set = isObject(meta) ? meta["set"] : undefined;
  const timestamp = isObject(set) ? set["timestamp"] : undefined;
  const time = typeof timestamp === "string" ? Date.parse(timestamp) : timestamp;
  return typeof time === "number" && time > 0 && Number.isFinite(time) ? time : undefined;
}
