import type { JetStreamManager } from "@nats-io/jetstream";
import type { Msg, NatsConnection } from "@nats-io/nats-core";
import type { MirrorRights } from "../host/actor.js";
import type { MirrorHost } from "../host/hostMirrors.js";
import { createOwnership, type OwnedHost, type Ownership, whenAborted } from "../ownership.js";
import { createLinkEnd } from "../links/linkEnd.js";
import { randomId } from "../randomId.js";
import { CLOSE_HEADER, closeHeaders, maxCharsOf } from "./control.js";
import { publishLanes } from "./lanePublisher.js";
import { createLaneStream } from "./laneStream.js";
import { createLaneWriter } from "./laneWriter.js";
import { acquireLease, type Lease } from "./lease.js";
import { type NatsNames, natsNames } from "./names.js";

/**
 * Shares a store over NATS JetStream, together with other processes that call this function. One of
 * them is the owner: it calls `open`, which connects to the agent. The others wait, and one of them
 * takes over within a few seconds when the owner ends. Mirrors connect with `natsLink`. An owner
 * that was replaced without noticing can no longer write, and is closed.
 *
 * `rights` apply to all mirrors on this server. Restrict who may connect with the permissions of NATS.
 *
 * @throws AcpMirrorError `invalid` if the name has other characters than letters, digits, `_` and `-`.
 *
 * @example
 * ```ts
 * hostOnNats(connection, "my-app", async () => {
 *   const store = createAcpStore();
 *   const agent = await connectAgent(store, spawnAgent("my-agent"));
 *   return { host: hostMirrors(store, { agent }), close: () => agent.close() };
 * });
 * ```
 */
export function hostOnNats(
  connection: NatsConnection,
  name: string,
  open: () => Promise<OwnedHost>,
  rights: MirrorRights = {},
): Ownership {
  const names = natsNames(name, "hostOnNats");

  /** Is the owner until the lease is lost, another owner writes, or `close` is called. */
  async function own(
    { lease, owner, jsm }: { lease: Lease; owner: string; jsm: JetStreamManager },
    closed: Promise<void>,
    setOwner: (isOwner: boolean) => void,
  ): Promise<void> {
    const stops: (() => void | Promise<void>)[] = [];
    try {
      let onFenced = (): void => {};
      const fenced = new Promise<void>((resolve) => {
        onFenced = resolve;
      });
      // From here on, an earlier owner cannot write.
      const mark = await jsm.jetstream().publish(names.ownerMark, owner);
      await jsm.streams.purge(names.stream, { seq: mark.seq });
      const owned = await open();
      stops.push(() => owned.close(), owned.host.close);
      const writer = createLaneWriter(connection, jsm, names.stream, owner, mark.seq, onFenced);
      const publisher = publishLanes(connection, jsm, names, writer, owner, owned.host, rights);
      stops.push(publisher.stop, serveObservers(connection, names, owner, owned.host, rights));
      const laneRequests = connection.subscribe(names.laneRequests(owner), {
        callback: (error, message) => {
          if (error === null)
            void publisher.publishLane(message.string()).then(() => message.respond());
        },
      });
      stops.push(() => laneRequests.unsubscribe());
      setOwner(true);
      await Promise.race([lease.lost, fenced, closed]);
    } finally {
      setOwner(false);
      try {
        for (const stop of stops.reverse()) await stop();
      } finally {
        await lease.release();
      }
    }
  }

  return createOwnership(async (signal, setOwner) => {
    const connectionClosed = new AbortController();
    void connection.closed().then(() => connectionClosed.abort());
    const ended = AbortSignal.any([signal, connectionClosed.signal]);
    const closed = whenAborted(ended);
    const { jsm, bucket } = await createLaneStream(connection, names);
    while (!ended.aborted) {
      const owner = randomId();
      const lease = await acquireLease(bucket, owner, ended);
      if (lease !== undefined) await own({ lease, owner, jsm }, closed, setOwner);
    }
  });
}

/** An observer that sends nothing for this long counts as disconnected. Links send every 2 s. */
const OBSERVER_SILENCE_MS = 10_000;

interface Observer {
  receive(text: string): void;
  end(reason?: string): void;
  lastMessageAt: number;
}

/** Connects each observer that sends a message to the host, and passes its actions on. */
function serveObservers(
  connection: NatsConnection,
  names: NatsNames,
  owner: string,
  host: MirrorHost,
  rights: MirrorRights,
): () => void {
  const observers = new Map<string, Observer>();

  function connectObserver(id: string): Observer {
    const down = names.down(owner, id);
    const close = (reason: string): void => {
      observers.delete(id);
      if (!connection.isClosed()) connection.publish(down, "", { headers: closeHeaders(reason) });
    };
    const { link, receive, end } = createLinkEnd({
      send: (text) => {
        if (!connection.isClosed()) connection.publish(down, text);
      },
      close: () => close("The host closed the link"),
    });
    host.connect(Object.assign(link, { maxChars: maxCharsOf(connection) }), rights);
    return {
      receive,
      end: (reason) => {
        observers.delete(id);
        end(reason);
      },
      lastMessageAt: Date.now(),
    };
  }

  function onMessage(message: Msg): void {
    const id = message.subject.slice(message.subject.lastIndexOf(".") + 1);
    if (message.headers?.has(CLOSE_HEADER)) {
      observers.get(id)?.end();
      return;
    }
    let observer = observers.get(id);
    if (observer === undefined) {
      observer = connectObserver(id);
      observers.set(id, observer);
    }
    observer.lastMessageAt = Date.now();
    observer.receive(message.string());
    message.respond();
  }

  const subscription = connection.subscribe(names.up(owner, "*"), {
    callback: (error, message) => {
      if (error === null) onMessage(message);
    },
  });
  const timer = setInterval(() => {
    for (const observer of observers.values())
      if (Date.now() - observer.lastMessageAt > OBSERVER_SILENCE_MS)
        observer.end("The observer is gone");
  }, OBSERVER_SILENCE_MS / 2);
  return () => {
    clearInterval(timer);
    subscription.unsubscribe();
  };
}
