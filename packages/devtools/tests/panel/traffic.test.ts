import { createAcpStore } from "@acp-store/core";
import { afterEach, expect, it, vi } from "vitest";
import { createHistory } from "../../src/index.js";
import { createTrafficMeter } from "../../src/panel/model/traffic.js";
import { loads, observeAmid, recv, said, sent, steadyStore, wrote } from "../support/frames.js";

afterEach(() => void vi.useRealTimers());

it("counts each message once, by kind and by second, and no line of stderr", () => {
  const store = steadyStore();
  const history = createHistory(store);
  const meter = createTrafficMeter(history);
  const frames = [
    sent({ id: 1, method: "session/new", params: { cwd: "/", mcpServers: [] } }),
    recv({ id: 1, result: { sessionId: "s1" } }),
    said("Hello"),
    said("you"),
  ];
  store.observe(wrote("starting", 500));
  for (const [index, frame] of frames.entries()) store.observe({ ...frame, t: 1000 + index * 600 });
  expect(meter.advance(2)).toBe(false);
  while (!meter.advance(2));
  const { recv: received, sent: own, kinds, seconds } = meter.read();
  const size = (list: typeof frames): number =>
    list.reduce((sum, { msg }) => sum + JSON.stringify(msg).length, 0);
  expect(received).toMatchObject({ count: 3, size: size(frames.slice(1)) });
  expect(own).toMatchObject({ count: 1, size: size(frames.slice(0, 1)) });
  expect(kinds.map(({ kind, count }) => [kind, count])).toEqual([
    ["agent_message_chunk", 2],
    ["session/new", 1],
    ["session/new response", 1],
  ]);
  expect([...seconds].map(([second, { count }]) => [second, count])).toEqual([
    [0, 2],
    [1, 2],
  ]);
});

it("adds up the processing time, by kind and by second", () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const store = createAcpStore({ scheduler: "sync" });
  store.inspect(({ type }) => void vi.advanceTimersByTime(type === "commit" ? 5 : 0));
  const history = createHistory(store);
  const frames = [
    sent({ id: 1, method: "session/load", params: { sessionId: "s1", cwd: "/" } }),
    said("Hello"),
    said("you"),
    recv({ method: "_vendor/hello" }),
  ];
  for (const [index, frame] of frames.entries()) store.observe({ ...frame, t: 1000 + index * 600 });
  const commits = history.entries().filter(({ event }) => event !== undefined);
  expect(commits).toHaveLength(4);

  const meter = createTrafficMeter(history);
  while (!meter.advance(1));
  const { all, kinds, seconds } = meter.read();
  expect(all).toMatchObject({ count: 4, spentMs: 20, timed: 3 });
  const sums = kinds.map(({ kind, count, spentMs, timed }) => [kind, { count, spentMs, timed }]);
  expect(Object.fromEntries(sums)).toEqual({
    "_vendor/hello": { count: 1, spentMs: 0, timed: 0 },
    agent_message_chunk: { count: 2, spentMs: 10, timed: 2 },
    "session/load": { count: 1, spentMs: 10, timed: 1 },
  });
  expect([...seconds].map(([second, { spentMs }]) => [second, spentMs])).toEqual([
    [0, 15],
    [1, 5],
  ]);
});

it("counts a message once if another one came between its entries", () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const store = createAcpStore({ scheduler: "sync", now: () => 0 });
  store.inspect(({ type }) => void vi.advanceTimersByTime(type === "commit" ? 5 : 0));
  const history = createHistory(store);
  observeAmid(store, said("Hello"));
  store.observe(loads("s1"));
  expect(history.entries().map(({ direction }) => direction)).toEqual(["sent", "recv", "sent"]);
  const meter = createTrafficMeter(history);
  while (!meter.advance(1));
  const once = { count: 1, timed: 1 };
  expect(meter.read()).toMatchObject({
    all: { count: 2, spentMs: 15, timed: 2 },
    sent: { ...once, size: JSON.stringify(loads("s1").msg).length, spentMs: 10 },
    recv: { ...once, size: JSON.stringify(said("Hello").msg).length, spentMs: 5 },
  });
});
