import { createAcpStore, type Frame } from "@acp-store/core";
import { createFeed } from "./feed.js";
import "./page.css";
import { showPanel } from "./panel.js";
import { createTraceReader, type Row } from "./traceReader.js";

function part(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`index.html has no #${id}.`);
  return element;
}

const about = part("about");
const status = part("status");
const store = createAcpStore();
const history = showPanel(part("panel"), store);
const feed = createFeed(store);
const read = createTraceReader();
let skipped = 0;

function show(rows: readonly Row[]): void {
  const frames: Frame[] = [];
  for (const row of rows) {
    if ("frame" in row) frames.push(row.frame);
    else if ("about" in row) about.textContent = document.title = row.about;
    else skipped += row.skipped;
  }
  feed.take(frames);
}

function say(words: string): void {
  status.textContent = skipped === 0 ? `${words}.` : `${words}. ${skipped} messages were not kept.`;
}

// What is here stays when the agent ends: the page needs nothing more of the server.
const socket = new WebSocket(`ws://${location.host}/frames`);
socket.addEventListener("message", ({ data }: MessageEvent<string>) => {
  show(read(data));
  say("Live");
});
socket.addEventListener("close", ({ code, reason }) => {
  const why = reason === "" ? `The connection to acp-inspect was lost (${code})` : reason;
  say(why);
  feed.end(history.detach);
});
