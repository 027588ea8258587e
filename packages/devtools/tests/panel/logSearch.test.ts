import { expect, it } from "vitest";
import { createHistory, type History } from "../../src/index.js";
import type { LogFilter } from "../../src/panel/model/logFilter.js";
import { createLogSearch, type LogSearch } from "../../src/panel/model/logSearch.js";
import { liveSource } from "../../src/panel/model/source.js";
import { said, steadyStore, toolCall } from "../support/frames.js";

function searchOf(history: History, filter: LogFilter): LogSearch {
  return createLogSearch({ source: liveSource(history), filter, flagged: new Set() });
}

it("has a row for every entry without a filter", () => {
  const store = steadyStore();
  const history = createHistory(store, { limit: 3 });
  for (const text of ["a", "b", "c", "d"]) store.observe(said(text));
  const rows = searchOf(history, {}).rows();
  expect(rows.length).toBe(3);
  expect(rows.at(0)).toBe(1);
  expect(rows.rowOf(3)).toBe(2);
});

it("looks through the log in pieces", () => {
  const store = steadyStore();
  const history = createHistory(store);
  for (let number = 0; number < 10; number++) store.observe(toolCall(`call_${number}`));
  const search = searchOf(history, { text: "call_" });
  expect(search.more(4)).toBe(false);
  expect(search.rows().length).toBe(4);
  while (!search.more(4));
  expect(search.rows().length).toBe(10);
});

it("goes on with what comes later", () => {
  const store = steadyStore();
  const history = createHistory(store);
  const search = searchOf(history, { kind: "tool_call" });
  for (const frame of [said("a"), toolCall("call_1"), said("b"), toolCall("call_2")]) {
    store.observe(frame);
    search.more(100);
  }
  const rows = search.rows();
  expect([rows.at(0), rows.at(1), rows.length]).toEqual([1, 3, 2]);
  expect(rows.rowOf(2)).toBe(1);
});

it("forgets what has fallen out of the log", () => {
  const store = steadyStore();
  const history = createHistory(store, { limit: 2 });
  const search = searchOf(history, { kind: "message_chunk" });
  for (const text of ["a", "b", "c", "d"]) {
    store.observe(said(text));
    search.more(100);
  }
  const rows = search.rows();
  expect([rows.at(0), rows.at(1), rows.length]).toEqual([2, 3, 2]);
});
