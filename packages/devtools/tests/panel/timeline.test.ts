import { expect, it } from "vitest";
import { formatTrace } from "../../src/index.js";
import { type Lane, lanesOf } from "../../src/panel/model/lanes.js";
import { labelsOf } from "../../src/panel/model/labels.js";
import { nearestEntry } from "../../src/panel/model/nearestEntry.js";
import { traceSource } from "../../src/panel/model/source.js";
import { ticks } from "../../src/panel/model/ticks.js";
import { visibleBars } from "../../src/panel/model/visibleBars.js";
import { callUpdate, recv, sent, toolCall } from "../support/frames.js";
import { recordingText } from "../support/recordings.js";
import type { Frame } from "@acp-store/core";

const TURN: readonly Frame[] = [
  sent({ id: 1, method: "session/prompt", params: { sessionId: "s1", prompt: [] } }),
  toolCall("call_1"),
  toolCall("call_2"),
  callUpdate("call_1", { status: "completed" }),
  toolCall("call_3"),
  sent({ method: "session/cancel", params: { sessionId: "s1" } }),
  recv({ id: 1, result: { stopReason: "cancelled" } }),
];

function timed(frames: readonly Frame[]): Frame[] {
  return frames.map((frame, place) => ({ ...frame, t: place * 100 }));
}

function only(frames: readonly Frame[], isTime = true, least = 0, isEnd = true): Lane {
  const { digest } = traceSource("trace", formatTrace(frames));
  const { tracks, sessions } = digest.read();
  const [lane] = lanesOf(tracks, sessions, { isTime, start: 0 }, least, isEnd);
  if (lane === undefined) throw new Error("no lane");
  return lane;
}

it("puts what goes on at the same time into different rows", () => {
  const { bars, rows, cancels } = only(timed(TURN));
  expect(bars.map(({ track, start, end, row }) => [track.id, start, end, row])).toEqual([
    ["turn-1", 0, 600, 0],
    ["call_1", 100, 300, 1],
    ["call_2", 200, 500, 2],
    ["call_3", 400, 500, 1],
  ]);
  expect(rows).toBe(3);
  expect(cancels.map(({ position }) => position)).toEqual([500]);
});

it("keeps apart what is too short to be drawn as short as it is", () => {
  const { bars } = only(timed(TURN), true, 250);
  expect(bars.map(({ track, row }) => [track.id, row])).toEqual([
    ["turn-1", 0],
    ["call_1", 1],
    ["call_2", 2],
    ["call_3", 1],
  ]);
  expect(only(timed(TURN), true, 400).rows).toBe(4);
});

it("lets calls share the last row where more go on at once than a screen has room for", () => {
  const calls = Array.from({ length: 20 }, (_, place) => toolCall(`call_${place}`));
  const { bars, rows } = only(timed(calls));
  expect(rows).toBe(17);
  expect(bars.map(({ row }) => row)).toEqual([
    ...Array.from({ length: 16 }, (_, place) => place + 1),
    ...[16, 16, 16, 16],
  ]);
});

it("goes by entries where a trace has no times", () => {
  const { bars } = only(TURN, false);
  expect(bars.map(({ start }) => start)).toEqual([0, 1, 2, 4]);
});

it("ends a bar that goes on with the log", () => {
  const { bars } = only(timed(TURN.slice(0, 4)), true, 0, false);
  const shown = visibleBars(bars, 300, 1, 0, 1000);
  expect(shown.map(({ bar, left, width }) => [bar.look.says, left, width])).toEqual([
    ["running", 0, 300],
    ["completed", 100, 200],
    ["pending", 200, 100],
  ]);
});

it("draws bars from their beginning to their end, however short they are", () => {
  const { bars } = only(timed(TURN));
  const drawn = (pixels: number): number[][] =>
    visibleBars(bars, 600, pixels, 0, 1000).map(({ left, width }) => [left, left + width]);
  expect(drawn(0.5)).toEqual([
    [0, 300],
    [50, 150],
    [100, 250],
    [200, 250],
  ]);
  // It takes 2 pixels, and is drawn 4 wide.
  expect(visibleBars(bars.slice(3), 600, 0.02, 0, 1000)).toMatchObject([{ left: 8, width: 4 }]);
});

it.each([
  ["on a long bar", [[0, 100]], [["Read", "on"]]],
  ["after a short one", [[0, 10]], [["Read", "after"]]],
  ["before a short one at the edge", [[380, 395]], [["Read", "before"]]],
  [
    "where no other bar or label is",
    [
      [0, 10],
      [90, 100],
      [370, 395],
    ],
    [
      ["Read", "after"],
      ["Read", "after"],
      ["", "on"],
    ],
  ],
  [
    "nowhere if there is too little room",
    [
      [0, 30],
      [60, 70],
      [90, 400],
    ],
    [
      ["", "on"],
      ["", "after"],
      ["Read", "on"],
    ],
  ],
])("puts labels %s", (_, places, labels) => {
  const { bars } = only(timed(TURN));
  const shown = places.flatMap(([left = 0, right = 0], place) => {
    const bar = bars[place + 1];
    return bar === undefined
      ? []
      : [{ bar: { ...bar, row: 1 }, left, width: right - left, merged: 0 }];
  });
  expect(labelsOf(shown, 0, 400).map(({ text, side }) => [text, side])).toEqual(labels);
});

it("tells what never ended when the log has ended", () => {
  const looks = only(timed(TURN.slice(0, 4))).bars.map(({ look }) => [look.tone, look.says]);
  expect(looks).toEqual([
    ["unfinished", "never ended"],
    ["done", "completed"],
    ["unfinished", "never finished"],
  ]);
});

it.each([
  ["gemini-reject", 0, "rejected", "Rejected: Reject", /^Permission for src\/greet.js/],
  ["gemini-reject", 1, "allowed", "Allowed: Allow", /^Permission for touch generated.txt/],
  ["claude-cancelperm", 0, "cancelled", "Permission: cancelled", /^Permission for /],
] as const)("shows what was chosen: %s, request %i", (recording, place, tone, label, name) => {
  const { tracks, sessions } = traceSource("trace", recordingText(recording)).digest.read();
  const [lane] = lanesOf(tracks, sessions, { isTime: true, start: 0 }, 0, true);
  const asked = lane?.bars.filter(({ track }) => track.table === "permissions")[place];
  expect(asked?.look).toMatchObject({ tone, label });
  expect(asked?.look.name).toMatch(name);
});

it("finds the entry at a point in time", () => {
  const { history } = traceSource("trace", formatTrace(timed(TURN)));
  const scale = { isTime: true, start: 0 };
  const at = (position: number): number => nearestEntry(history, scale, position);
  expect([at(-5), at(0), at(99), at(100), at(9999)]).toEqual([-1, 0, 0, 1, 6]);
});

it("shows a bounded number of bars, however many there are", () => {
  const calls = Array.from({ length: 5000 }, (_, place) => [
    { ...toolCall(`call_${place}`), t: place * 2 },
    { ...callUpdate(`call_${place}`, { status: "completed" }), t: place * 2 + 1 },
  ]).flat();
  const { bars } = only(calls);
  expect(bars).toHaveLength(5000);
  const shown = visibleBars(bars, 10_000, 1000 / 10_000, 0, 1000);
  expect(shown.length).toBeLessThan(300);
  expect(shown.reduce((sum, { merged }) => sum + merged + 1, 0)).toBe(5000);
});

it("puts round numbers on the ruler", () => {
  expect(ticks(0.1, 0, 3000)).toEqual([0, 1000, 2000, 3000]);
  expect(ticks(1, 250, 500)).toEqual([300, 400, 500]);
});
