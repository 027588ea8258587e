import { idbStorage } from "@acp-store/persist/idb";
import { createWebSocketStream } from "@agentclientprotocol/sdk/experimental/ws-client";
import { type ClientReport, runClient } from "../tests/crash/client/client.js";

// A client in a browser that is killed. The parameters of its address are the seed and the life.

/** The longest time that a change waits for its report, so that a long replay does not block the page. */
const MAX_DELAY_MS = 20;

let waiting: ClientReport[] = [];

/** Reports changes after a short time, and everything else immediately. */
function report(value: ClientReport): void {
  waiting.push(value);
  if (value.type !== "changed") sendReports();
  else if (waiting.length === 1) setTimeout(sendReports, MAX_DELAY_MS);
}

/** Waits for the test, and so does everything else in the page. */
function sendReports(): void {
  if (waiting.length === 0) return;
  const request = new XMLHttpRequest();
  request.open("POST", "/report", false);
  request.send(JSON.stringify(waiting));
  waiting = [];
}

window.addEventListener("error", ({ message }) => report({ type: "failed", reason: message }));
window.addEventListener("unhandledrejection", ({ reason }) =>
  report({ type: "failed", reason: String(reason) }),
);
const parameters = new URLSearchParams(location.search);
const platform = {
  storage: idbStorage("client"),
  openStream: () => createWebSocketStream(`ws://${location.host}/agent`),
  report,
};
await runClient(platform, {
  seed: Number(parameters.get("seed")),
  life: Number(parameters.get("life")),
});
