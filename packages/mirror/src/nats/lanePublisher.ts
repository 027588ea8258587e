import type { JetStreamManager } from "@nats-io/jetstream";
import { headers, type NatsConnection } from "@nats-io/nats-core";
import type { MirrorRights } from "../host/actor.js";
import type { MirrorHost } from "../host/hostMirrors.js";
import { createLinkEnd } from "../links/linkEnd.js";
import { encode, parseHostMessage, ROOT_LANE, WIRE_VERSION } from "../wire.js";
import { maxPayloadOf } from "./control.js";
import { lanePartsOf } from "./laneMessage.js";
import type { LaneWriter } from "./laneWriter.js";
import type { NatsNames } from "./names.js";

/** Publishes the lanes of a host to the stream. */
export interface LanePublisher {
  /** Publishes a lane from now on. Resolves when its snapshot is stored, or after a time limit. */
  publishLane(lane: string): Promise<void>;
  stop(): void;
}

/** After this many bytes since its last snapshot, a lane gets another one, and older ones are deleted. */
const LANE_BYTES = 1_000_000;
/** The time limit of `publishLane`. */
const FIRST_SNAPSHOT_MS = 1500;
/** The pause before a lane that the host could not send is asked for again. */
const RETRY_MS = 5_000;
const encoder = new TextEncoder();

interface PublishedLane {
  /** The size of the last snapshot. */
  snapshotBytes: number;
  bytesSinceSnapshot: number;
  hasSnapshot: boolean;
  readonly waiting: (() => void)[];
}

/**
 * Connects a link to the host that follows lanes like a mirror, and writes them to the stream once
 * for all observers. A message counts as received when the server has stored it, so the window of the
 * host limits the messages that wait here.
 */
export function publishLanes(
  connection: NatsConnection,
  jsm: JetStreamManager,
  names: NatsNames,
  writer: LaneWriter,
  owner: string,
  host: MirrorHost,
  rights: MirrorRights,
): LanePublisher {
  const lanes = new Map<string, PublishedLane>();
  const retries = new Set<ReturnType<typeof setTimeout>>();
  let confirmedChars = 0;
  const { link, receive } = createLinkEnd({
    send(text) {
      void publish(text).then(() => {
        confirmedChars += text.length;
        receive(encode({ type: "ack", chars: confirmedChars }));
      });
    },
    close: () => {},
  });

  async function publish(text: string): Promise<void> {
    const message = parseHostMessage(text);
    if ((message?.type === "at" || message?.type === "failed") && !connection.isClosed())
      connection.publish(names.heartbeat(message.lane), text);
    if (message?.type === "failed") retryLater(message.lane);
    if (message?.type !== "snapshot" && message?.type !== "patches") return;
    const { lane, seq, type } = message;
    const parts = lanePartsOf({ owner, kind: type, seq, text }, maxPayloadOf(connection));
    const bytes = parts.reduce((sum, { payload }) => sum + payload.length, 0);
    const published = laneState(lane);
    if (type === "snapshot") {
      published.snapshotBytes = bytes;
      published.bytesSinceSnapshot = 0;
    } else published.bytesSinceSnapshot += bytes;
    const stored = parts.map(({ payload, fields }) =>
      writer.append(names.lane(lane), payload, fields),
    );
    const [first] = await Promise.all(stored);
    if (type === "snapshot" && first !== undefined) await markSnapshot(lane, first);
    else if (published.bytesSinceSnapshot > Math.max(LANE_BYTES, 2 * published.snapshotBytes)) {
      published.bytesSinceSnapshot = 0;
      subscribe(lane);
    }
  }

  /** Stores the position of the snapshot for observers, and deletes all earlier messages. */
  async function markSnapshot(lane: string, sequence: number): Promise<void> {
    await writer.append(names.snapshotOf(lane), encoder.encode(String(sequence)), headers());
    const published = laneState(lane);
    published.hasSnapshot = true;
    for (const resolve of published.waiting.splice(0)) resolve();
    try {
      await jsm.streams.purge(names.stream, { filter: names.lane(lane), seq: sequence });
    } catch {
      // The next snapshot deletes it.
    }
  }

  function laneState(lane: string): PublishedLane {
    let published = lanes.get(lane);
    if (published === undefined) {
      published = { snapshotBytes: 0, bytesSinceSnapshot: 0, hasSnapshot: false, waiting: [] };
      lanes.set(lane, published);
    }
    return published;
  }

  function subscribe(lane: string): void {
    receive(encode({ type: "subscribe", lanes: [[lane, null]] }));
  }

  /** Observers read the stream, which has the last state. So each failed attempt tells them again. */
  function retryLater(lane: string): void {
    const timer = setTimeout(() => {
      retries.delete(timer);
      subscribe(lane);
    }, RETRY_MS);
    retries.add(timer);
  }

  const sees = rights.sees?.bind(rights);
  const disconnect = host.connect(link, { name: "Lanes on NATS", ...(sees && { sees }) });
  receive(encode({ type: "hello", v: WIRE_VERSION }));
  subscribe(ROOT_LANE);

  return {
    publishLane(lane) {
      const published = laneState(lane);
      if (published.hasSnapshot) return Promise.resolve();
      return new Promise((resolve) => {
        published.waiting.push(resolve);
        setTimeout(resolve, FIRST_SNAPSHOT_MS);
        if (published.waiting.length === 1) subscribe(lane);
      });
    },
    stop() {
      for (const timer of retries) clearTimeout(timer);
      disconnect();
      writer.stop();
    },
  };
}
