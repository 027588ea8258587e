import type { AcpStore } from "@acp-store/core";
import type { History } from "@acp-store/devtools";
import type { MirrorLink } from "@acp-store/mirror";
import { createStore, type StoreApi } from "zustand/vanilla";
import { createFeed } from "../frames/feed.js";
import {
  channelOfFrames,
  encodeFrames,
  type FrameRow,
  type FramesMessage,
  parseFrames,
  parseRows,
} from "../frames/wire.js";
import type { RemoteFleet } from "../mirror/connectFleet.js";
import { retryDelay } from "../retryDelay.js";
import { createFramesStore, type FramesStore } from "./framesStore.js";

/**
 * The transfer of the messages of an agent.
 *
 * - `connecting`: there was no answer yet, or the connection has broken
 * - `live`: the messages so far are being transferred, and new ones follow
 * - `forbidden`: the page does not have the right `seesMessages`
 * - `not_recorded`: the server does not record messages, see the option `devtools` of `hostFleet`
 * - `closed`: `close` was called
 */
export type FramesStatus = "closed" | "connecting" | "forbidden" | "live" | "not_recorded";

/** The messages of an agent so far. */
export interface FramesState {
  /** The status of the transfer. */
  readonly status: FramesStatus;
  /**
   * A store made of the messages, and only of them: it has no drafts and no queued prompts. Replaced by an empty
   * one when the server was started again.
   */
  readonly store: AcpStore;
  /** The log of the store, for the devtools. */
  readonly history: History;
  /** The number of messages that the server has not kept, because there were too many. */
  readonly skipped: number;
}

/** The messages of an agent that a page follows. */
export interface FollowedFrames {
  /** The messages so far. It can be read like a zustand store. */
  readonly state: Pick<StoreApi<FramesState>, "getState" | "getInitialState" | "subscribe">;
  /** Ends the transfer. The store and its history stay readable. */
  close(): void;
}

let lastChannel = 0;

/**
 * Follows the messages of an agent: those that its server has recorded, and then each new one. They come over a
 * separate channel in small parts, so they do not delay the mirrors of the page. After a broken connection,
 * the transfer continues where it was.
 *
 * The server must record messages (`devtools` of `hostFleet` and `serveAgents`), and the page needs the right
 * `seesMessages`.
 *
 * @example
 * ```ts
 * const frames = followFrames(fleet, "gemini");
 * frames.state.subscribe(({ status, skipped }) => console.log(status, skipped));
 * const { store, history } = frames.state.getState();
 * mountDevtools(element, store, { history });
 * ```
 */
export function followFrames(
  fleet: Pick<RemoteFleet, "openChannel">,
  agentId: string,
): FollowedFrames {
  let frames = createFramesStore();
  const state = createStore<FramesState>(() => ({ status: "connecting", ...shownFrames(frames) }));
  let feed = createFeed(addRow);
  let channel: MirrorLink | undefined;
  /** The log whose lines the store has, and the position of the next one. */
  let log: string | undefined;
  let from = 0;
  /** The first part of the next line, if it is so long that it comes in several parts. */
  let rest = "";
  let failures = 0;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  let isClosed = false;

  function addRow(row: FrameRow): void {
    if ("skipped" in row) state.setState(({ skipped }) => ({ skipped: skipped + row.skipped }));
    else frames.add(row);
  }

  async function open(): Promise<void> {
    const opened = await fleet.openChannel(channelOfFrames(agentId, ++lastChannel));
    if (isClosed) return opened.close();
    channel = opened;
    rest = "";
    opened.onMessage((encoded) => {
      const received = parseFrames(encoded);
      if (received !== undefined && channel === opened) onMessage(received.message, received.text);
    });
    opened.onClose(() => {
      if (channel !== opened || isClosed) return;
      channel = undefined;
      state.setState({ status: "connecting" });
      retryTimer = setTimeout(() => void open(), retryDelay(failures++));
    });
    read();
  }

  function read(): void {
    const position = { from, skip: rest.length };
    channel?.send(encodeFrames({ type: "read", ...(log !== undefined && { log }), ...position }));
  }

  function onMessage(message: FramesMessage, text: string): void {
    if (message.type === "refused") {
      const refused = channel;
      channel = undefined;
      refused?.close();
      return state.setState({ status: message.reason });
    }
    failures = 0;
    if (message.log !== log) startLog(message.log);
    // A link may repeat a message.
    if (message.from !== from || (message.skip !== rest.length && message.skip !== 0)) return;
    frames.setClock(message.now);
    if (state.getState().status !== "live") state.setState({ status: "live" });
    rest = message.skip === 0 ? text : rest + text;
    if (message.next === undefined) return read();
    from = message.next;
    const rows = parseRows(rest);
    rest = "";
    // The next lines are read when the store has these, so that a slow page does not collect them.
    feed.push(rows, read);
  }

  function startLog(id: string): void {
    const isFirst = log === undefined;
    log = id;
    from = 0;
    rest = "";
    if (isFirst) return;
    feed.close();
    frames.history.detach();
    frames = createFramesStore();
    feed = createFeed(addRow);
    state.setState({ ...shownFrames(frames), skipped: 0 });
  }

  void open();
  return {
    state,
    close() {
      isClosed = true;
      clearTimeout(retryTimer);
      feed.close();
      channel?.close();
      frames.history.detach();
      state.setState({ status: "closed" });
    },
  };
}

function shownFrames({ store, history }: FramesStore): Omit<FramesState, "status"> {
  return { store, history, skipped: 0 };
}
