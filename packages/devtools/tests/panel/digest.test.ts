import { expect, it } from "vitest";
import { createHistory } from "../../src/index.js";
import { createDigest } from "../../src/panel/model/digest.js";
import { createTraceSource } from "../../src/panel/model/source.js";
import {
  callUpdate,
  fedWith,
  loads,
  observeAmid,
  said,
  steadyStore,
  toolCall,
  updated,
} from "../support/frames.js";
import { ALL_RECORDINGS, recordingText } from "../../../core/tests/support/recordings.js";

it("numbers messages, not entries", () => {
  const store = steadyStore();
  const history = createHistory(store);
  store.openSession({ sessionId: "s1" });
  store.observe(said("a"));
  store.observe(said("b"));
  const { frameOf } = createDigest(history);
  expect([0, 1, 2].map(frameOf)).toEqual([undefined, 1, 2]);
});

it("gives all entries of a message the same number, even with another message in between", () => {
  const store = steadyStore();
  const history = createHistory(store);
  observeAmid(store, said("a"));
  store.observe(loads("s1"));
  const { frameOf } = createDigest(history);
  expect([0, 1, 2].map(frameOf)).toEqual([1, 2, 1]);
});

it("tracks a tool call from its announcement to its end", () => {
  const store = steadyStore();
  const history = createHistory(store);
  const digest = createDigest(history);
  store.observe(toolCall("call_1"));
  expect(digest.read().tracks.all).toHaveLength(1);
  store.observe(callUpdate("call_1", { status: "in_progress" }));
  store.observe(callUpdate("call_1", { status: "completed", title: "Read a.ts" }));
  const track = digest.read().tracks.find("s1", "toolCalls", "call_1");
  expect(track?.title).toBe("Read a.ts");
  expect(track?.statuses.map(({ status }) => status)).toEqual([
    "pending",
    "in_progress",
    "completed",
  ]);
  expect(track?.updates).toHaveLength(3);
});

it("tracks a tool call that existed before the log began", () => {
  const store = fedWith([toolCall("call_1")]);
  const history = createHistory(store);
  store.observe(callUpdate("call_1", { status: "completed" }));
  const track = createDigest(history).read().tracks.find("s1", "toolCalls", "call_1");
  expect(track?.first.index).toBe(-1);
  expect(track?.statuses.map(({ status }) => status)).toEqual(["pending", "completed"]);
});

it("returns the same reading until there is a new entry", () => {
  const store = steadyStore();
  const digest = createDigest(createHistory(store));
  store.observe(updated({ sessionUpdate: "_new" }));
  const reading = digest.read();
  expect(digest.read()).toBe(reading);
  expect(reading.diagnostics.map(({ index, diagnostic }) => [index, diagnostic.code])).toEqual([
    [0, "unknown_update"],
  ]);
  store.observe(said("a"));
  expect(digest.read()).not.toBe(reading);
});

it("drops the diagnostics of entries that the log has dropped", () => {
  const store = steadyStore();
  const digest = createDigest(createHistory(store, { limit: 2 }));
  const unknown = updated({ sessionUpdate: "_new" });
  for (const frame of [unknown, unknown, said("a")]) {
    store.observe(frame);
    digest.read();
  }
  expect(digest.read().diagnostics.map(({ index }) => index)).toEqual([1]);
});

it.each(ALL_RECORDINGS)("has the final statuses of the state at the end of %s", (name) => {
  const { history, digest } = createTraceSource(name, recordingText(name));
  const { tracks } = digest.read();
  for (const [sessionId, session] of history.getState().sessions)
    for (const table of ["turns", "toolCalls", "permissions"] as const)
      for (const [id, entity] of session[table]) {
        const isLeft =
          "phase" in entity &&
          ["unfinished", "rejected"].includes(entity.phase) &&
          entity.endedAt === undefined;
        const last = tracks.find(sessionId, table, id)?.statuses.at(-1)?.status;
        expect(last).toBe(isLeft ? entity.phase : entity.status);
      }
});
