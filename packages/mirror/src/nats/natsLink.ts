import { type JetStreamManager, jetstreamManager } from "@nats-io/jetstream";
import { Kvm } from "@nats-io/kv";
import type { Msg, NatsConnection, Subscription } from "@nats-io/nats-core";
import type { MirrorLink } from "../link.js";
import { createLinkEnd } from "../links/linkEnd.js";
import { randomId } from "../randomId.js";
import {
  encode,
  type LaneId,
  parseObject,
  parseHostMessage,
  ROOT_LANE,
  sessionOfLane,
} from "../wire.js";
import { CLOSE_HEADER, closeHeaders, maxCharsOf } from "./control.js";
import { createLaneJoiner, type LaneMessage } from "./laneMessage.js";
import { readLane } from "./laneStream.js";
import { leaseHolder } from "./lease.js";
import { type NatsNames, natsNames } from "./names.js";
import { onReconnect, pause } from "./waiting.js";

const REQUEST_MS = 2000;
const PING_MS = 2000;
const READ_RETRIES = 40;
const READ_RETRY_MS = 50;

/**
 * Opens a link to the store that `hostOnNats` shares under this name. State comes from a stream of
 * the server, however many mirrors there are; actions are requests to the owner. Without an owner, the
 * link waits. It closes when the owner ends or another one takes over, and the mirror opens a new one.
 *
 * The connection stays open. For a quick recovery from a restart of the server, connect with
 * `{ maxReconnectAttempts: -1, reconnectTimeWait: 50 }`; the default waits two seconds.
 *
 * @throws AcpMirrorError `invalid` if the name has other characters than letters, digits, `_` and `-`.
 *
 * @example
 * ```ts
 * const connection = await connect({ servers, maxReconnectAttempts: -1, reconnectTimeWait: 50 });
 * const mirror = createMirror(() => natsLink(connection, "my-app"));
 * ```
 */
export function natsLink(connection: NatsConnection, name: string): MirrorLink {
  const names = natsNames(name, "natsLink");
  const observer = randomId();
  const lanes = new Map<string, NatsLane>();
  const stops: (() => void)[] = [];
  const waiting: string[] = [];
  let owner: string | undefined;
  let closed = false;
  let controlChars = 0;
  /** The number of requests in a row without an answer. */
  let failures = 0;
  let openLane: ((lane: LaneId) => NatsLane) | undefined;

  const { link, receive, end } = createLinkEnd({
    send(text) {
      if (owner === undefined) waiting.push(text);
      else sendTo(owner, text);
    },
    close() {
      if (owner !== undefined && !connection.isClosed())
        connection.publish(names.up(owner, observer), "", { headers: closeHeaders("") });
      stop();
    },
  });

  function endWith(reason: string): void {
    stop();
    end(reason);
  }

  function stop(): void {
    closed = true;
    for (const undo of stops.splice(0)) undo();
    for (const lane of lanes.values()) lane.stop();
    lanes.clear();
  }

  async function start(): Promise<void> {
    const jsm = await jetstreamManager(connection);
    const holder = await findOwner(jsm);
    if (holder === undefined || closed) return;
    const down = connection.subscribe(names.down(holder, observer), {
      callback: (error, message) => {
        if (error === null) onControl(holder, message);
      },
    });
    const mark = connection.subscribe(names.ownerMark, {
      callback: (error, message) => {
        if (error === null && message.string() !== holder) endWith("Another owner has taken over");
      },
    });
    const ping = setInterval(() => acknowledge(holder), PING_MS);
    stops.push(
      () => down.unsubscribe(),
      () => mark.unsubscribe(),
      () => clearInterval(ping),
      onReconnect(connection, () => {
        for (const lane of lanes.values()) lane.restart();
      }),
    );
    openLane = (lane) => followLane(connection, jsm, names, holder, lane, receive, endWith);
    owner = holder;
    for (const text of waiting.splice(0)) sendTo(holder, text);
  }

  /** Waits for an owner that answers. Resolves to `undefined` when the link is closed first. */
  async function findOwner(jsm: JetStreamManager): Promise<string | undefined> {
    for (; !closed; await pause(READ_RETRY_MS)) {
      try {
        const bucket = await new Kvm(jsm.jetstream()).open(names.bucket);
        const holder = await leaseHolder(bucket);
        if (holder === undefined || closed) continue;
        const ping = encode({ type: "ack", chars: 0 });
        await connection.request(names.up(holder, observer), ping, { timeout: REQUEST_MS });
        return holder;
      } catch {
        // There is no bucket yet, the owner is still starting, or the server is away.
      }
    }
    return undefined;
  }

  function sendTo(holder: string, text: string): void {
    const message = parseObject(text);
    if (message?.["type"] === "subscribe") subscribe(message["lanes"]);
    else if (message?.["type"] === "unsubscribe") unsubscribe(message["lanes"]);
    else if (message?.["type"] !== "ack") void request(holder, text);
  }

  function subscribe(list: unknown): void {
    if (!Array.isArray(list)) return;
    for (const [id, seq] of list) {
      if (!isLaneId(id)) continue;
      let lane = lanes.get(id);
      if (lane === undefined) {
        lane = openLane?.(id);
        if (lane === undefined) return;
        lanes.set(id, lane);
      }
      lane.read(typeof seq === "number" ? seq : null);
    }
  }

  function unsubscribe(list: unknown): void {
    if (!Array.isArray(list)) return;
    for (const id of list) {
      lanes.get(id)?.stop();
      lanes.delete(id);
    }
  }

  function onControl(holder: string, message: Msg): void {
    if (message.headers?.has(CLOSE_HEADER))
      return endWith(message.headers.get(CLOSE_HEADER) || "The host closed the link");
    const text = message.string();
    controlChars += text.length;
    acknowledge(holder);
    receive(text);
  }

  /** Confirms the messages that came from the owner and not from a lane. */
  function acknowledge(holder: string): void {
    void request(holder, encode({ type: "ack", chars: controlChars }), 1);
  }

  /** Sends a message to the owner, and closes the link if the owner does not confirm it. */
  async function request(holder: string, text: string, tolerated = 0): Promise<void> {
    try {
      await connection.request(names.up(holder, observer), text, { timeout: REQUEST_MS });
      failures = 0;
    } catch {
      failures++;
      if (!closed && failures > tolerated) endWith("The owner does not answer");
    }
  }

  void start().catch((error: unknown) => {
    if (!closed) endWith(error instanceof Error ? error.message : String(error));
  });
  void connection.closed().then(() => endWith("The connection to NATS is closed"));
  return Object.assign(link, { maxChars: maxCharsOf(connection) });
}

function isLaneId(id: unknown): id is LaneId {
  return typeof id === "string" && (id === ROOT_LANE || sessionOfLane(id) !== undefined);
}

/** A lane that a link follows. */
interface NatsLane {
  /** Passes on what the mirror misses after `seq`, or a snapshot. */
  read(seq: number | null): void;
  /** Reads what the mirror misses after a reconnect. Requests from before it are never answered. */
  restart(): void;
  stop(): void;
}

function followLane(
  connection: NatsConnection,
  jsm: JetStreamManager,
  names: NatsNames,
  owner: string,
  lane: LaneId,
  deliver: (text: string) => void,
  onFailure: (reason: string) => void,
): NatsLane {
  let seq: number | null = null;
  let isRequested = false;
  let stopped = false;
  let reading = false;
  let readAgain = false;
  /** The message that the owner cannot send the lane. The stream has the state before that. */
  let failed: string | undefined;
  /** Counts the readings. Only the last one matters. */
  let attempt = 0;
  let live: LaneMessage[] = [];
  const join = createLaneJoiner();
  const subscriptions: Subscription[] = [
    connection.subscribe(names.lane(lane), {
      callback: (error, { data, headers }) => {
        const message = error === null ? join(data, headers) : undefined;
        if (message === undefined) return;
        if (reading) live.push(message);
        else passOn(message);
      },
    }),
    connection.subscribe(names.heartbeat(lane), {
      callback: (error, message) => {
        if (error !== null || reading) return;
        const at = parseHostMessage(message.string());
        failed = at?.type === "failed" ? encode(at) : undefined;
        if (failed !== undefined) deliver(failed);
        // Windows are between the owner and the server, so the count of characters has no meaning.
        if (at?.type === "at") deliver(encode({ ...at, chars: 0 }));
      },
    }),
  ];

  function passOn(message: LaneMessage): void {
    if (stopped || message.owner !== owner) return;
    // The owner regularly stores new snapshots. Mirrors that are up to date do not need them.
    if (seq !== null && message.seq <= seq) return;
    failed = undefined;
    if (message.kind === "snapshot" || (seq !== null && message.seq === seq + 1)) seq = message.seq;
    deliver(message.text);
  }

  async function readAll(): Promise<void> {
    reading = true;
    const ownAttempt = ++attempt;
    const isCurrent = (): boolean => !stopped && ownAttempt === attempt;
    for (let failures = 0; isCurrent(); ) {
      readAgain = false;
      try {
        if (!isRequested)
          await connection.request(names.laneRequests(owner), lane, { timeout: REQUEST_MS });
        const messages: LaneMessage[] = [];
        const isStored = await readLane(jsm, names, lane, (message) => messages.push(message));
        if (!isCurrent()) return;
        // The owner may not know the session yet, and is asked again next time.
        isRequested = isStored;
        for (const message of messages) passOn(message);
        if (readAgain) continue;
        // A heartbeat confirms that a mirror without missing batches is up to date.
        if (seq !== null) deliver(failed ?? encode({ type: "at", lane, seq, chars: 0 }));
        break;
      } catch (error) {
        if (!isCurrent()) return;
        failures++;
        if (failures > READ_RETRIES)
          return onFailure(`Cannot read the lane ${lane}: ${String(error)}`);
        await pause(READ_RETRY_MS);
      }
    }
    if (!isCurrent()) return;
    reading = false;
    const messages = live;
    live = [];
    for (const message of messages) passOn(message);
  }

  return {
    read(from) {
      seq = from;
      if (reading) readAgain = true;
      else void readAll();
    },
    restart: () => void readAll(),
    stop() {
      stopped = true;
      for (const subscription of subscriptions) subscription.unsubscribe();
    },
  };
}
