import type { Frame } from "@acp-store/core";
import { describe, expect, it } from "vitest";
import { formatTrace } from "../../src/index.js";
import { createBands, type Band } from "../../src/panel/model/bands.js";
import { createTraceSource } from "../../src/panel/model/source.js";
import {
  barLabels,
  nearestEntry,
  rulerTicks,
  visibleBars,
} from "../../src/panel/model/timelineLayout.js";
import { callUpdate, loads, recv, toolCall, updated } from "../support/frames.js";
import { recordingText } from "../../../core/tests/support/recordings.js";
import { CALL, CANCEL, PROMPT, promptResponse, restoredLog, timed } from "./logs.js";

const TURN: readonly Frame[] = [
  PROMPT,
  toolCall("call_1"),
  toolCall("call_2"),
  callUpdate("call_1", { status: "completed" }),
  toolCall("call_3"),
  CANCEL,
  promptResponse("cancelled"),
];
const TIMED_TURN = timed(TURN, 100);

interface BandOptions {
  readonly isTime?: boolean;
  readonly minLength?: number;
  readonly isEnd?: boolean;
}

/** The only band of a trace. */
function bandOf(
  frames: readonly Frame[],
  { isTime = true, minLength = 0, isEnd = true }: BandOptions = {},
): Band {
  const { digest } = createTraceSource("trace", formatTrace(frames));
  const { tracks, sessions } = digest.read();
  const [band] = createBands(tracks, sessions, { isTime, start: 0, idle: [] }, minLength, isEnd);
  if (band === undefined) throw new Error("no band");
  return band;
}

describe("createBands", () => {
  it("puts simultaneous calls into different rows", () => {
    const { bars, rows, cancels } = bandOf(TIMED_TURN);
    expect(bars.map(({ track, start, end, row }) => [track.id, start, end, row])).toEqual([
      ["turn-trace-1", 0, 600, 0],
      ["call_1", 100, 300, 1],
      ["call_2", 200, 500, 2],
      ["call_3", 400, 500, 1],
    ]);
    expect(rows).toBe(3);
    expect(cancels.map(({ position }) => position)).toEqual([500]);
  });

  it("ends the bar of a call where it was reported first, although a replay reports it again", () => {
    const done = toolCall("call_1", { status: "completed" });
    const turn = [
      PROMPT,
      CALL,
      callUpdate("call_1", { status: "completed" }),
      promptResponse("end_turn"),
    ];
    const { bars } = bandOf(timed([...turn, loads("s1"), done, recv({ id: 1, result: {} })], 100));
    expect(bars.map(({ track, start, end }) => [track.id, start, end])).toContainEqual([
      "call_1",
      100,
      200,
    ]);
  });

  it("shows how long a compaction of the context took, or that it never finished", () => {
    const compaction = (compactionId: string, status: string): Frame =>
      updated({ sessionUpdate: "compaction_update", compactionId, status });
    const frames = [
      PROMPT,
      compaction("c", "in_progress"),
      compaction("c", "completed"),
      compaction("d", "in_progress"),
    ];
    const { bars } = bandOf(timed(frames, 100));
    const name = "Compaction of the context";
    expect(bars.slice(1)).toMatchObject([
      { start: 100, end: 200, row: 1, look: { tone: "done", name, status: "completed" } },
      { start: 300, row: 1, look: { tone: "unfinished", name, status: "never finished" } },
    ]);
    expect(bandOf(timed(frames, 100), { isEnd: false }).bars[2]?.look.tone).toBe("running");
  });

  it("reserves the smallest length for each bar", () => {
    const { bars } = bandOf(TIMED_TURN, { minLength: 250 });
    expect(bars.map(({ track, row }) => [track.id, row])).toEqual([
      ["turn-trace-1", 0],
      ["call_1", 1],
      ["call_2", 2],
      ["call_3", 1],
    ]);
    expect(bandOf(TIMED_TURN, { minLength: 400 }).rows).toBe(4);
  });

  it("puts the remaining calls into the last of sixteen rows", () => {
    const calls = Array.from({ length: 20 }, (_, index) => toolCall(`call_${index}`));
    const { bars, rows } = bandOf(timed(calls, 100));
    expect(rows).toBe(17);
    expect(bars.map(({ row }) => row)).toEqual([
      ...Array.from({ length: 16 }, (_, index) => index + 1),
      ...[16, 16, 16, 16],
    ]);
  });

  it("uses entries as positions if the trace has no times", () => {
    const { bars } = bandOf(TURN, { isTime: false });
    expect(bars.map(({ start }) => start)).toEqual([0, 1, 2, 4]);
  });

  it("shows open bars as never ended at the end of the log", () => {
    const { bars } = bandOf(TIMED_TURN.slice(0, 4));
    expect(bars.map(({ look }) => [look.tone, look.status])).toEqual([
      ["unfinished", "never ended"],
      ["done", "completed"],
      ["unfinished", "never finished"],
    ]);
  });

  it("ends the bar of a turn whose session was saved and restored", () => {
    const { tracks, sessions } = restoredLog(PROMPT, CALL).digest.read();
    const [band] = createBands(tracks, sessions, { isTime: true, start: 0, idle: [] }, 0, false);
    const turn = band?.bars.find(({ track }) => track.table === "turns");
    expect(turn).toMatchObject({
      end: 0,
      look: { tone: "unfinished", label: "Turn: interrupted" },
    });
  });

  it("shows the cancel of a turn that the agent ended with another stop reason", () => {
    const turnOf = (stopReason: string) =>
      bandOf([PROMPT, CANCEL, promptResponse(stopReason)]).bars[0];
    expect(turnOf("end_turn")?.look).toMatchObject({
      tone: "cancelled",
      status: "cancelled by the user, ended with end_turn",
    });
    expect(turnOf("cancelled")?.look).toMatchObject({ tone: "cancelled", status: "cancelled" });
  });

  it.each([
    ["gemini-reject", 0, "rejected", "Rejected: Reject", /^Permission for src\/greet.js/],
    ["gemini-reject", 1, "allowed", "Allowed: Allow", /^Permission for touch generated.txt/],
    ["claude-cancelperm", 0, "cancelled", "Permission: cancelled", /^Permission for /],
  ] as const)(
    "shows the answer to permission request %#: %s",
    (recording, at, tone, label, name) => {
      const { tracks, sessions } = createTraceSource("", recordingText(recording)).digest.read();
      const [band] = createBands(tracks, sessions, { isTime: true, start: 0, idle: [] }, 0, true);
      const requests = band?.bars.filter(({ track }) => track.table === "permissions");
      expect(requests?.[at]?.look).toMatchObject({ tone, label });
      expect(requests?.[at]?.look.name).toMatch(name);
    },
  );
});

describe("visibleBars", () => {
  const span = { from: 0, to: 1000 };

  it("ends open bars at the end of the timeline", () => {
    const { bars } = bandOf(TIMED_TURN.slice(0, 4), { isEnd: false });
    const visible = visibleBars(bars, { ...span, length: 300, pixels: 1 });
    expect(visible.map(({ bar, left, width }) => [bar.look.status, left, width])).toEqual([
      ["running", 0, 300],
      ["completed", 100, 200],
      ["pending", 200, 100],
    ]);
  });

  it("draws bars from their start to their end", () => {
    const { bars } = bandOf(TIMED_TURN);
    const visible = visibleBars(bars, { ...span, length: 600, pixels: 0.5 });
    expect(visible.map(({ left, width }) => [left, left + width])).toEqual([
      [0, 300],
      [50, 150],
      [100, 250],
      [200, 250],
    ]);
  });

  it("draws a bar of two pixels four pixels wide", () => {
    const bars = bandOf(TIMED_TURN).bars.slice(3);
    const visible = visibleBars(bars, { ...span, length: 600, pixels: 0.02 });
    expect(visible).toMatchObject([{ left: 8, width: 4 }]);
  });

  it("merges bars, so that their number is bounded", () => {
    const calls = Array.from({ length: 5000 }, (_, index) => [
      { ...toolCall(`call_${index}`), t: index * 2 },
      { ...callUpdate(`call_${index}`, { status: "completed" }), t: index * 2 + 1 },
    ]).flat();
    const { bars } = bandOf(calls);
    expect(bars).toHaveLength(5000);
    const visible = visibleBars(bars, { ...span, length: 10_000, pixels: 0.1 });
    expect(visible.length).toBeLessThan(300);
    expect(visible.reduce((sum, { merged }) => sum + merged + 1, 0)).toBe(5000);
  });
});

describe("barLabels", () => {
  it.each([
    ["on a long bar", [[0, 100]], [["Read", "on"]]],
    ["after a short bar", [[0, 10]], [["Read", "after"]]],
    ["before a short bar at the right edge", [[380, 395]], [["Read", "before"]]],
    [
      "only where there is room between bars and labels",
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
      "nowhere without enough room",
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
  ])("puts labels %s", (_, edges, labels) => {
    const { bars } = bandOf(TIMED_TURN);
    const visible = edges.flatMap(([left = 0, right = 0], index) => {
      const bar = bars[index + 1];
      return bar === undefined
        ? []
        : [{ bar: { ...bar, row: 1 }, left, width: right - left, merged: 0 }];
    });
    expect(barLabels(visible, 0, 400).map(({ text, side }) => [text, side])).toEqual(labels);
  });
});

describe("nearestEntry", () => {
  it("returns the last entry that is not later than a position", () => {
    const { history } = createTraceSource("trace", formatTrace(TIMED_TURN));
    const scale = { isTime: true, start: 0, idle: [] };
    const entryAt = (position: number): number => nearestEntry(history, scale, position);
    expect([entryAt(-5), entryAt(0), entryAt(99), entryAt(100), entryAt(9999)]).toEqual([
      -1, 0, 0, 1, 6,
    ]);
  });
});

describe("rulerTicks", () => {
  it("returns round positions", () => {
    expect(rulerTicks(0.1, 0, 3000)).toEqual([0, 1000, 2000, 3000]);
    expect(rulerTicks(1, 250, 500)).toEqual([300, 400, 500]);
  });
});
