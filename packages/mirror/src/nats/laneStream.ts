import {
  DeliverPolicy,
  type JetStreamManager,
  jetstreamManager,
  StorageType,
} from "@nats-io/jetstream";
import { type KV, Kvm } from "@nats-io/kv";
import type { NatsConnection } from "@nats-io/nats-core";
import { createLaneJoiner, type LaneMessage } from "./laneMessage.js";
import type { NatsNames } from "./names.js";

const LEASE_BUCKET = { history: 1 } as const;
const FETCH_MS = 2000;

/** Creates the stream and the bucket where they do not exist yet. */
export async function createLaneStream(
  connection: NatsConnection,
  names: NatsNames,
): Promise<{ jsm: JetStreamManager; bucket: KV }> {
  const jsm = await jetstreamManager(connection);
  await jsm.streams.add({
    name: names.stream,
    subjects: [names.stored],
    storage: StorageType.File,
  });
  const bucket = await new Kvm(jsm.jetstream()).create(names.bucket, LEASE_BUCKET);
  return { jsm, bucket };
}

/**
 * Passes on the messages that a lane has from its last snapshot on. Returns whether there is one.
 * Subscribe to the lane before, because messages that are stored in the meantime may be missing.
 */
export async function readLane(
  jsm: JetStreamManager,
  names: NatsNames,
  lane: string,
  onMessage: (message: LaneMessage) => void,
): Promise<boolean> {
  const marker = await jsm.streams.getMessage(names.stream, {
    last_by_subj: names.snapshotOf(lane),
  });
  if (marker === null) return false;
  const consumer = await jsm.jetstream().consumers.get(names.stream, {
    // A list of subjects needs a server of version 2.10.
    filter_subjects: names.lane(lane),
    deliver_policy: DeliverPolicy.StartSequence,
    opt_start_seq: Number(marker.string()),
  });
  try {
    const { num_pending: count } = await consumer.info(true);
    if (count === 0) return true;
    const join = createLaneJoiner();
    const messages = await consumer.fetch({ max_messages: count, expires: FETCH_MS });
    let received = 0;
    for await (const { data, headers } of messages) {
      received++;
      const message = join(data, headers);
      if (message !== undefined) onMessage(message);
    }
    if (received < count) throw new Error(`The server sent ${received} of ${count} messages`);
    return true;
  } finally {
    await consumer.delete();
  }
}
