import type { LinkFailure, MirrorStats } from "@acp-store/core/replica";
import { messageOf } from "../errors.js";
import { type ChunkedLink, type MirrorLink, openChunkedLink } from "../link.js";
import {
  type DownMessage,
  encode,
  parseHostMessage,
  type UpMessage,
  WIRE_VERSION,
} from "../wire.js";

/** The connection of a mirror to its owner. It reconnects whenever the connection breaks. */
export interface OwnerLink {
  /** The epoch of the owner. `undefined` while there is no connection. */
  epoch(): string | undefined;
  /** Sends a message, if there is a connection. */
  send(message: UpMessage): void;
  stats(): Omit<MirrorStats, "lanes" | "runningActions">;
  close(): void;
}

interface OwnerLinkParts {
  readonly connect: () => MirrorLink | Promise<MirrorLink>;
  /** Called with the epoch of the owner and the time of its clock, in ms. */
  readonly onWelcome: (epoch: string, now: number) => void;
  readonly onMessage: (message: Exclude<DownMessage, { type: "bye" | "welcome" }>) => void;
  /** Called when the connection breaks, with the time of the last message. */
  readonly onLost: (heardAt: number) => void;
  /** Called if the owner has another major version. No other attempt is made. */
  readonly onRefused: () => void;
  /** Called once per second until `close`. */
  readonly onTick: () => void;
}

const TICK_MS = 1_000;
const FIRST_RECONNECT_MS = 250;
const MAX_RECONNECT_MS = 30_000;
/** The owner sends a heartbeat every 5 s, so a link that is silent for this long is broken. */
const LOST_OWNER_MS = 16_000;
/** Longer snapshots are refused, so that a mirror does not run out of memory. UTF-16 code units. */
const MAX_SNAPSHOT_CHARS = 512 * 1024 * 1024;

/** Connects to the owner, and again with growing pauses after a failure. */
export function createOwnerLink(parts: OwnerLinkParts): OwnerLink {
  let channel: ChunkedLink | undefined;
  let epoch: string | undefined;
  let lastEpoch: string | undefined;
  let window = 0;
  let receivedChars = 0;
  let totalChars = 0;
  let connectedAt = 0;
  let lastFailure: LinkFailure | undefined;
  let ackedChars = 0;
  let lastMessageAt = 0;
  let helloAt = 0;
  let failures = 0;
  let isClosed = false;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;

  function open(): void {
    retryTimer = undefined;
    let isSettled = false;
    // A mistake in `connect` counts as a failed attempt.
    void Promise.resolve()
      .then(parts.connect)
      .then(
        (link) => {
          isSettled = true;
          use(link);
        },
        (error: unknown) => {
          if (isSettled || isClosed) return;
          retryLater(messageOf(error));
        },
      );
  }

  function use(link: MirrorLink): void {
    receivedChars = 0;
    ackedChars = 0;
    lastMessageAt = Date.now();
    const opened = openChunkedLink(link, MAX_SNAPSHOT_CHARS, onText, (reason) => {
      if (channel === opened) lose(reason ?? "The link was closed");
    });
    if (isClosed) return opened.close();
    channel = opened;
    sayHello();
  }

  function sayHello(): void {
    helloAt = Date.now();
    const known = lastEpoch === undefined ? {} : { epoch: lastEpoch };
    send({ type: "hello", v: WIRE_VERSION, ...known });
  }

  function onText(text: string, chars: number): void {
    receivedChars += chars;
    totalChars += chars;
    lastMessageAt = Date.now();
    const message = parseHostMessage(text);
    if (message?.type === "welcome") welcome(message);
    else if (message?.type === "bye") end(message.reason);
    // Everything else belongs to the time after the welcome.
    else if (message !== undefined && epoch !== undefined) {
      if (message.type === "at") receivedChars = Math.max(receivedChars, message.chars + chars);
      parts.onMessage(message);
      acknowledge(message.type === "at");
    }
    if (message === undefined) acknowledge(false);
  }

  function welcome({
    v,
    epoch: nextEpoch,
    now,
    window: nextWindow,
  }: Extract<DownMessage, { type: "welcome" }>): void {
    if (v !== WIRE_VERSION) return end("version");
    if (epoch === nextEpoch) return;
    epoch = nextEpoch;
    lastEpoch = nextEpoch;
    window = nextWindow;
    connectedAt = Date.now();
    failures = 0;
    parts.onWelcome(nextEpoch, now);
  }

  function end(reason: string): void {
    if (reason !== "version") return lose(`The owner ended the connection (${reason})`);
    recordFailure("The owner has another major version");
    close();
    parts.onRefused();
  }

  function acknowledge(isDue: boolean): void {
    if (!isDue && receivedChars - ackedChars < window / 4) return;
    ackedChars = receivedChars;
    send({ type: "ack", chars: receivedChars });
  }

  function recordFailure(message: string): void {
    lastFailure = { at: Date.now(), message };
  }

  function lose(reason: string): void {
    const lost = channel;
    channel = undefined;
    const wasConnected = epoch !== undefined;
    epoch = undefined;
    lost?.close();
    if (isClosed) return;
    retryLater(reason);
    if (wasConnected) parts.onLost(lastMessageAt);
  }

  function retryLater(reason: string): void {
    recordFailure(reason);
    const pauseMs = Math.min(FIRST_RECONNECT_MS * 2 ** failures++, MAX_RECONNECT_MS);
    retryTimer ??= setTimeout(open, pauseMs);
  }

  function tick(): void {
    const now = Date.now();
    if (channel !== undefined) {
      if (now - lastMessageAt >= LOST_OWNER_MS)
        lose(`The owner was silent for ${LOST_OWNER_MS / 1000} s`);
      else if (epoch === undefined && now - helloAt >= TICK_MS) sayHello();
    }
    parts.onTick();
  }

  function send(message: UpMessage): void {
    channel?.send(encode(message));
  }

  function close(): void {
    isClosed = true;
    clearInterval(ticker);
    clearTimeout(retryTimer);
    lose("");
  }

  const ticker = setInterval(tick, TICK_MS);
  open();
  return {
    epoch: () => epoch,
    send,
    stats: () => ({
      ...(epoch !== undefined && { epoch, connectedAt }),
      receivedChars: totalChars,
      ...(lastFailure !== undefined && { lastFailure }),
    }),
    close,
  };
}
