import { createAcpStore, type Frame } from "@acp-store/core";
import { createFeed } from "./feed.js";
import "./page.css";
import { createPanel } from "./panel.js";
import { createTraceReader, type Row } from "./traceReader.js";

function part(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`index.html has no #${id}.`);
  return element;
}

const about = part("about");
const status = part("status");
let ended: Extract<Row, { ended: string }> | undefined;
// Messages have their own time; what is left is the end.
const store = createAcpStore({ now: () => ended?.t ?? 0 });
const panel = createPanel(part("panel"), store);
const feed = createFeed(store);
const read = createTraceReader();
let skipped = 0;
let words = "";

function show(rows: readonly Row[]): void {
  const frames: Frame[] = [];
  for (const row of rows) {
    if ("frame" in row) frames.push(row.frame);
    else if ("about" in row) begin(row);
    else if ("ended" in row) ended = row;
    else skipped += row.skipped;
  }
  feed.take(frames);
}

function begin(row: Extract<Row, { about: string }>): void {
  about.textContent = document.title = row.about;
  words = row.isOver ? "Loading" : "Live";
  // The panel would call it live what only comes in piece by piece.
  if (!row.isOver) panel.show(row.about);
}

function say(): void {
  status.textContent = skipped === 0 ? `${words}.` : `${words}. ${skipped} messages were not kept.`;
}

// What is here stays when the agent ends: the page needs nothing more of the server.
const socket = new WebSocket(`ws://${location.host}/frames`);
socket.addEventListener("message", ({ data }: MessageEvent<string>) => {
  show(read(data));
  say();
});
socket.addEventListener("close", ({ code, reason }) => {
  feed.end(() => {
    if (ended !== undefined) store.disconnect(ended.ended);
    words = reason === "" ? `The connection to acp-inspect was lost (${code})` : reason;
    panel.end();
    panel.show(about.textContent ?? "");
    say();
  });
});
