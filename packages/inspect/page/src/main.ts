import { createAcpStore, type Frame } from "@acp-store/core";
import { createFeed } from "./feed.js";
import "./page.css";
import { createPanel } from "./panel.js";
import { createRowParser, type Row } from "./rowParser.js";

function getElement(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`index.html has no element #${id}.`);
  return element;
}

const titleElement = getElement("title");
const statusElement = getElement("status");
let endRow: Extract<Row, { ended: string }> | undefined;
// Frames have their own time. The store's clock is only used for the disconnect at the end.
const store = createAcpStore({ now: () => endRow?.t ?? 0 });
const panel = createPanel(getElement("panel"), store);
const feed = createFeed(store);
const parseRows = createRowParser();
let skippedCount = 0;
let status = "";

function processRows(rows: readonly Row[]): void {
  const frames: Frame[] = [];
  for (const row of rows) {
    if ("frame" in row) frames.push(row.frame);
    else if ("title" in row) processFirstRow(row);
    else if ("ended" in row) endRow = row;
    else skippedCount += row.skipped;
  }
  feed.push(frames);
}

function processFirstRow({ title, isComplete }: Extract<Row, { title: string }>): void {
  titleElement.textContent = document.title = title;
  status = isComplete ? "Loading" : "Live";
  // A complete log is shown at the end, because the panel would call it live while it loads.
  if (!isComplete) panel.show(title);
}

function showStatus(): void {
  const skipped = skippedCount === 0 ? "" : ` ${skippedCount} messages were not kept.`;
  statusElement.textContent = `${status}.${skipped}`;
}

const socket = new WebSocket(`ws://${location.host}/frames`);
socket.addEventListener("message", ({ data }: MessageEvent<string>) => {
  processRows(parseRows(data));
  showStatus();
});
// The content stays on the page when the agent ends. The server is no longer needed then.
socket.addEventListener("close", ({ code, reason }) => {
  feed.end(() => {
    if (endRow !== undefined) store.disconnect(endRow.ended);
    status = reason === "" ? `The connection to acp-inspect was lost (${code})` : reason;
    panel.end();
    panel.show(titleElement.textContent ?? "");
    showStatus();
  });
});
