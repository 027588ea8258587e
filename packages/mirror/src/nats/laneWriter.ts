import { JetStreamApiError, type JetStreamManager } from "@nats-io/jetstream";
import type { MsgHdrs, NatsConnection } from "@nats-io/nats-core";
import { onReconnect } from "./waiting.js";

/** Appends messages to a stream as its only writer. */
export interface LaneWriter {
  /** Appends a message after all earlier ones. Resolves to its sequence in the stream. */
  append(subject: string, payload: Uint8Array, headers: MsgHdrs): Promise<number>;
  /** Stops. Messages that are not stored yet never settle. */
  stop(): void;
}

interface Entry {
  readonly id: string;
  readonly subject: string;
  readonly payload: Uint8Array;
  readonly headers: MsgHdrs;
  readonly onStored: (sequence: number) => void;
}

const MAX_IN_FLIGHT = 32;
const WRITE_RETRY_MS = 50;
const WRITE_TIMEOUT_MS = 2000;
/** The API error of a message that does not have the expected sequence. */
const WRONG_LAST_SEQUENCE = 10_071;

/**
 * Creates a writer. Each message names the sequence that the stream must have, so the first write of
 * another owner makes all later ones of this writer fail, and `onFenced` is called. After a lost
 * connection, messages without an acknowledgment are sent again; their ids prevent duplicates.
 */
export function createLaneWriter(
  connection: NatsConnection,
  jsm: JetStreamManager,
  stream: string,
  owner: string,
  lastSequence: number,
  onFenced: () => void,
): LaneWriter {
  const js = jsm.jetstream();
  const unstored: Entry[] = [];
  let stored = lastSequence;
  let sent = 0;
  let created = 0;
  let stopped = false;
  /** Counts the attempts. Answers to an earlier attempt are ignored. */
  let attempt = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;

  function sendUnsent(): void {
    while (!stopped && sent < unstored.length && sent < MAX_IN_FLIGHT) {
      const entry = unstored[sent];
      if (entry !== undefined) void send(entry, stored + sent, attempt);
      sent++;
    }
  }

  async function send(entry: Entry, expected: number, ownAttempt: number): Promise<void> {
    const isCurrent = (): boolean => !stopped && ownAttempt === attempt;
    try {
      const ack = await js.publish(entry.subject, entry.payload, {
        headers: entry.headers,
        msgID: entry.id,
        expect: { lastSequence: expected },
        timeout: WRITE_TIMEOUT_MS,
        retries: 0,
      });
      if (isCurrent()) onStored(entry, ack.seq);
    } catch (error) {
      if (!isCurrent()) return;
      const refused = error instanceof JetStreamApiError && error.code === WRONG_LAST_SEQUENCE;
      if (!refused || entry !== unstored[0]) return sendAgain(WRITE_RETRY_MS);
      // The server forgets ids after two minutes, so the message may still have been stored.
      const isOwn = await holds(expected + 1, entry.id);
      if (!isCurrent()) return;
      if (isOwn === undefined) sendAgain(WRITE_RETRY_MS);
      else if (isOwn) onStored(entry, expected + 1);
      else {
        stop();
        onFenced();
      }
    }
  }

  function onStored(entry: Entry, sequence: number): void {
    if (entry !== unstored[0]) return sendAgain(WRITE_RETRY_MS);
    unstored.shift();
    sent--;
    stored = sequence;
    entry.onStored(sequence);
    sendUnsent();
  }

  /** Returns whether the message at a sequence has an id, or `undefined` if that is unknown. */
  async function holds(sequence: number, id: string): Promise<boolean | undefined> {
    try {
      const message = await jsm.streams.getMessage(stream, { seq: sequence });
      return message?.header.get("Nats-Msg-Id") === id;
    } catch {
      return undefined;
    }
  }

  function sendAgain(delay: number): void {
    attempt++;
    sent = 0;
    clearTimeout(retry);
    retry = setTimeout(sendUnsent, delay);
  }

  function stop(): void {
    stopped = true;
    clearTimeout(retry);
    stopListening();
  }

  // A request that was sent before the connection broke would only fail after its timeout.
  const stopListening = onReconnect(connection, () => sendAgain(0));

  return {
    append: (subject, payload, headers) =>
      new Promise((resolve) => {
        const id = `${owner}.${created++}`;
        unstored.push({ id, subject, payload, headers, onStored: resolve });
        sendUnsent();
      }),
    stop,
  };
}
