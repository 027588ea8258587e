import { type AcpStore, createAcpStore, type Frame } from "@acp-store/core";
import { createHistory, type History } from "@acp-store/devtools";
import { createFeed } from "@acp-store/fleet/frames";
import { createRowParser, type Row } from "./rowParser.js";

/** The facts about the log besides its messages. Each change creates a new object. */
export interface PageLogState {
  /** The command of the agent, or the name of the trace. Empty until the first row arrives. */
  readonly title: string;
  /** Whether the log is live, or how it ended. */
  readonly status: string;
  /** Whether the messages can be shown. */
  readonly isShown: boolean;
}

/** The log that the server sends. */
export interface PageLog {
  readonly store: AcpStore;
  readonly history: History;
  getState(): PageLogState;
  /** Calls a listener after each change of the state. Returns a function that removes it. */
  subscribe(listener: () => void): () => void;
}

/** Connects to the server, and puts the messages that it sends into a store. */
export function openPageLog(): PageLog {
  let endRow: Extract<Row, { ended: string }> | undefined;
  /** The start of a live log, on the clock of the page. */
  let startedAt: number | undefined;
  let lastFrameAt = 0;
  /** The end of the log, in ms since its start. */
  let endedAt: number | undefined;
  const store = createAcpStore({
    now: () => endedAt ?? (startedAt === undefined ? lastFrameAt : performance.now() - startedAt),
  });
  const history = createHistory(store);
  const feed = createFeed(store.observe);
  const parseRows = createRowParser();
  const listeners = new Set<() => void>();
  let state: PageLogState = { title: "", status: "Connecting…", isShown: false };
  let phase = "";
  let skippedCount = 0;

  function setState(change: Partial<PageLogState>): void {
    const skipped = skippedCount === 0 ? "" : ` ${skippedCount} frames were not kept.`;
    state = { ...state, ...change, status: `${phase}.${skipped}` };
    for (const listener of listeners) listener();
  }

  function processRows(rows: readonly Row[]): void {
    const frames: Frame[] = [];
    for (const row of rows) {
      if ("frame" in row) {
        frames.push(row.frame);
        lastFrameAt = row.frame.t ?? lastFrameAt;
      } else if ("title" in row) processFirstRow(row);
      else if ("ended" in row) endRow = row;
      else skippedCount += row.skipped;
    }
    feed.push(frames);
    setState({});
  }

  function processFirstRow({ title, isComplete, t }: Extract<Row, { title: string }>): void {
    if (!isComplete) startedAt = performance.now() - t;
    phase = isComplete ? "Loading" : "Live";
    // A complete log is shown at the end, because the devtools would call it live while it loads.
    setState({ title, isShown: !isComplete });
  }

  const socket = new WebSocket(`ws://${location.host}/frames`);
  socket.addEventListener("message", ({ data }: MessageEvent<string>) =>
    processRows(parseRows(data)),
  );
  // The content stays on the page when the agent ends. The server is no longer needed then.
  socket.addEventListener("close", ({ code, reason }) => {
    endedAt = endRow?.t ?? store.now();
    feed.push([], () => {
      if (endRow !== undefined) store.disconnect(endRow.ended);
      history.detach();
      phase = reason === "" ? `The connection to acp-inspect was lost (${code})` : reason;
      setState({ isShown: true });
    });
  });

  return {
    store,
    history,
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
