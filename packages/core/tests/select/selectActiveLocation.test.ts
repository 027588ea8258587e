import { selectActiveLocation } from "@acp-store/core";
import { expect, it } from "vitest";
import { text, trackedStore, type TrackedStore } from "../support/trackedStore.js";

const at = (...paths: string[]) => ({ locations: paths.map((path) => ({ path })) });

function seen(store: TrackedStore, toolCallId: string, fields: object): void {
  store.update({ sessionUpdate: "tool_call_update", toolCallId, ...fields });
}

const active = (store: TrackedStore) => selectActiveLocation(store.getState(), "s1");

it("returns undefined when no call reports a location", () => {
  const store = trackedStore();
  expect(active(store)).toBeUndefined();
  seen(store, "a", { status: "in_progress" });
  expect(active(store)).toBeUndefined();
});

it("returns the last location of the newest running call", () => {
  const store = trackedStore();
  seen(store, "a", { status: "in_progress", ...at("/a") });
  seen(store, "b", { status: "pending", locations: [{ path: "/b" }, { path: "/c", line: 7 }] });
  seen(store, "done", { status: "completed", ...at("/d") });
  seen(store, "nowhere", { status: "in_progress" });
  expect(active(store)).toEqual({ toolCallId: "b", path: "/c", line: 7 });
});

it("omits a line that is null", () => {
  const store = trackedStore();
  seen(store, "a", { locations: [{ path: "/a", line: null }] });
  expect(active(store)).toEqual({ toolCallId: "a", path: "/a" });
});

it("returns the location of the newest call when none is running", () => {
  const store = trackedStore();
  seen(store, "a", { status: "completed", ...at("/a") });
  seen(store, "b", { status: "failed", ...at("/b") });
  seen(store, "c", { status: "completed" });
  expect(active(store)?.path).toBe("/b");
});

it("does not count an unfinished call as running", () => {
  const store = trackedStore();
  store.startTurn("s1");
  seen(store, "unfinished", { status: "in_progress", ...at("/old") });
  store.endTurn("s1", { stopReason: "end_turn" });
  expect(active(store)?.path).toBe("/old");
  seen(store, "b", { status: "completed", ...at("/new") });
  expect(active(store)?.path).toBe("/new");
});

it("counts an unknown status as running", () => {
  const store = trackedStore();
  seen(store, "a", { status: "_paused", ...at("/a") });
  seen(store, "b", { status: "completed", ...at("/b") });
  expect(active(store)?.path).toBe("/a");
});

it("keeps its reference until the location changes", () => {
  const store = trackedStore();
  seen(store, "a", { status: "in_progress", ...at("/a") });
  const place = active(store);
  store.update({ sessionUpdate: "agent_message_chunk", content: text("hi") });
  seen(store, "a", { title: "T", status: "completed", ...at("/a") });
  seen(store, "b", { status: "in_progress" });
  store.ingest({
    sessionId: "s2",
    update: { sessionUpdate: "tool_call_update", toolCallId: "a", ...at("/elsewhere") },
  });
  expect(active(store)).toBe(place);
  seen(store, "a", at("/b"));
  expect(active(store)).toEqual({ toolCallId: "a", path: "/b" });
});
