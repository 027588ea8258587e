import { type LinkChannels, type MirrorLink, openLinkChannels } from "@acp-store/mirror";
import { retryDelay } from "../retryDelay.js";
import {
  type CallMessage,
  type CancelMessage,
  DIRECTORY,
  type DirectoryMessage,
  encode,
  parseDirectoryMessage,
} from "./wire.js";

/** The connection of a page to a fleet. It connects again whenever it breaks. */
export interface FleetLink {
  /** Opens a channel as soon as the fleet has answered. */
  readonly openChannel: (name: string) => Promise<MirrorLink>;
  /** Sends a message. Returns `false` if there is no connection. */
  send(message: CallMessage | CancelMessage): boolean;
  close(): void;
}

interface FleetLinkParts {
  readonly connect: () => MirrorLink | Promise<MirrorLink>;
  readonly onMessage: (message: DirectoryMessage) => void;
  /** Called when the link has broken or could not be made. */
  readonly onLost: (reason: string | undefined, wasLive: boolean) => void;
}

const CHECK_MS = 1_000;
/** The fleet sends something every 5 s, so a link that is silent for this long is broken. */
const SILENT_MS = 16_000;

/** Connects to a fleet, and again with growing pauses after a failure. */
export function createFleetLink({ connect, onMessage, onLost }: FleetLinkParts): FleetLink {
  let live = createDeferred<LinkChannels>();
  let channels: LinkChannels | undefined;
  let directory: MirrorLink | undefined;
  let isLive = false;
  let failures = 0;
  let heardAt = 0;
  let isClosed = false;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;

  function open(): void {
    retryTimer = undefined;
    // A mistake in `connect` counts as a failed attempt.
    Promise.resolve()
      .then(connect)
      .then(use, (error: unknown) => lose(undefined, String(error)));
  }

  function use(link: MirrorLink): void {
    if (isClosed) return link.close();
    heardAt = Date.now();
    link.onMessage(() => (heardAt = Date.now()));
    const opened = openLinkChannels(link);
    channels = opened;
    link.onClose((reason) => lose(opened, reason));
    directory = opened.open(DIRECTORY);
    directory.onMessage((text) => {
      const message = parseDirectoryMessage(text);
      if (message === undefined || channels !== opened) return;
      if (message.type === "agents") {
        // Before the message, because a listener may make a request.
        isLive = true;
        failures = 0;
        live.resolve(opened);
      }
      onMessage(message);
    });
  }

  function lose(lost: LinkChannels | undefined, reason: string | undefined): void {
    if (channels !== lost || isClosed) return;
    const wasLive = isLive;
    channels = undefined;
    directory = undefined;
    isLive = false;
    if (wasLive) live = createDeferred();
    lost?.close();
    onLost(reason, wasLive);
    retryTimer ??= setTimeout(open, retryDelay(failures++));
  }

  const checkTimer = setInterval(() => {
    if (channels !== undefined && Date.now() - heardAt >= SILENT_MS)
      lose(channels, `The server was silent for ${SILENT_MS / 1000} s`);
  }, CHECK_MS);
  open();

  return {
    openChannel: async (name) => (await live.promise).open(name),
    send(message) {
      if (isLive) directory?.send(encode(message));
      return isLive;
    },
    close() {
      isClosed = true;
      clearTimeout(retryTimer);
      clearInterval(checkTimer);
      channels?.close();
    },
  };
}

interface Deferred<Value> {
  readonly promise: Promise<Value>;
  readonly resolve: (value: Value) => void;
}

function createDeferred<Value>(): Deferred<Value> {
  let resolve: (value: Value) => void = () => {};
  const promise = new Promise<Value>((resolvePromise) => (resolve = resolvePromise));
  return { promise, resolve };
}
