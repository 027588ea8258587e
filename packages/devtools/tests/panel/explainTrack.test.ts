import { describe, expect, it } from "vitest";
import { explainOpenTurn } from "../../src/panel/explain/explainTurn.js";
import { explainTrack } from "../../src/panel/explain/explainTrack.js";
import { findPending } from "../../src/panel/model/pending.js";
import { createTraceSource, momentAt, type PanelSource } from "../../src/panel/model/source.js";
import type { TrackedTable } from "../../src/panel/model/tracks.js";
import { callUpdate } from "../support/frames.js";
import { recordingText } from "../../../core/tests/support/recordings.js";
import {
  CALL,
  CANCEL,
  lastMoment,
  liveLog,
  permissionResponse,
  PERMISSION_REQUEST,
  PROMPT,
  promptError,
  promptResponse,
  restoredLog,
  textOf,
  traceOf,
} from "./logs.js";

describe("explainTrack", () => {
  it.each<[string, PanelSource, TrackedTable, string]>([
    [
      "a turn that ended",
      traceOf(PROMPT, CALL, promptResponse("end_turn")),
      "turns",
      "Started at [frame 1], ended (end_turn) at [frame 3] after 2.000 s. Unfinished tool calls: 1 of 1.",
    ],
    [
      "a cancelled turn",
      traceOf(PROMPT, CANCEL, promptResponse("cancelled")),
      "turns",
      "Started at [frame 1], was cancelled by the user at [frame 2], ended (cancelled) at [frame 3] after 2.000 s.",
    ],
    [
      "a failed turn",
      traceOf(PROMPT, promptError("No quota")),
      "turns",
      "Started at [frame 1], failed (“No quota”) at [frame 2] after 1.000 s.",
    ],
    [
      "an interrupted turn",
      restoredLog(PROMPT, CALL),
      "turns",
      "Interrupted: the session was saved during the turn, and restored at [entry 1]. Unfinished tool calls: 1 of 1.",
    ],
    [
      "an interrupted permission request",
      restoredLog(PROMPT, CALL, PERMISSION_REQUEST),
      "permissions",
      "Requested at [entry 1], cancelled at [entry 1] because the session was saved before an answer.",
    ],
    [
      "a running turn",
      liveLog([PROMPT, CALL]),
      "turns",
      "Started at [frame 1], still running after 10 s. Unfinished tool calls: 1 of 1.",
    ],
    [
      "a turn that never ended",
      createTraceSource("", recordingText("opencode-subagent")),
      "turns",
      "Started at [frame 6] and never ended. The log stops at [frame 11], 1.167 s later. The log does not show whether the agent exited, hung, or the recording was stopped. Unfinished tool calls: 1 of 1.",
    ],
    [
      "a rejected permission request",
      traceOf(PROMPT, CALL, PERMISSION_REQUEST, permissionResponse("no")),
      "permissions",
      "Requested at [frame 3], rejected by the user (“Stop it”) at [frame 4] after 1.000 s.",
    ],
    [
      "a cancelled permission request",
      traceOf(PROMPT, CALL, PERMISSION_REQUEST, CANCEL),
      "permissions",
      "Requested at [frame 3], cancelled at [frame 4] because the user cancelled the turn.",
    ],
    [
      "a pending permission request",
      liveLog([PROMPT, CALL, PERMISSION_REQUEST]),
      "permissions",
      "Requested at [frame 3], waiting for the user for 8 s. Options: “Go on”, “Stop it”.",
    ],
    [
      "a permission request without an answer at the end of the log",
      traceOf(PROMPT, CALL, PERMISSION_REQUEST),
      "permissions",
      "Requested at [frame 3] and never answered. That is the last message of the log. Options: “Go on”, “Stop it”.",
    ],
    [
      "a completed call",
      traceOf(PROMPT, CALL, callUpdate("call_1", { status: "completed" })),
      "toolCalls",
      "Pending at [frame 2], then completed at [frame 3], 1.000 s after it started.",
    ],
  ])("explains %s", (_, source, table, text) => {
    const moment = lastMoment(source);
    const track = moment.tracks.all.find((one) => one.table === table);
    if (track === undefined) throw new Error(`no ${table}`);
    const { cause, details } = explainTrack(track, source.history.getState(), moment);
    expect(textOf([...cause, ...details])).toBe(text);
  });
});

describe("explainOpenTurn", () => {
  /** The explanations of the open turns after a message of a recording. */
  function openTurnsAt(name: string, frame: number): string[] {
    const source = createTraceSource(name, recordingText(name));
    const { history, digest } = source;
    const entry = history.entries().find(({ index }) => digest.frameOf(index) === frame);
    if (entry === undefined) throw new Error(`no frame ${frame}`);
    history.jumpTo(entry.index);
    const moment = momentAt(source, entry.index);
    const { turns } = findPending(history.getState(), moment);
    return turns.map(({ turn, session }) => textOf(explainOpenTurn(turn, session, moment)));
  }

  it("explains how long the agent has been working on a prompt", () => {
    expect(openTurnsAt("opencode-subagent", 6)).toEqual([
      "The agent has been working on the prompt from [frame 6] for 0.000 s.",
    ]);
  });

  it("tells that the log stopped during the turn", () => {
    const [text] = openTurnsAt("opencode-subagent", 11);
    expect(text).toMatch(/^Started at \[frame 6\] and never ended\. The log stops at \[frame 11\]/);
  });

  it.each([
    ["before the first prompt", "opencode-subagent", 4],
    ["between turns", "claude-parallel", 42],
  ])("has no turn to explain %s", (_when, name, frame) => {
    expect(openTurnsAt(name, frame)).toEqual([]);
  });
});
