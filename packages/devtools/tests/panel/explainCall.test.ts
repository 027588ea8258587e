import { createAcpStore, type Frame } from "@acp-store/core";
import { describe, expect, it } from "vitest";
import { createHistory, formatTrace, type History } from "../../src/index.js";
import { createDigest, type Digest } from "../../src/panel/model/digest.js";
import { type Explanation, explainCall } from "../../src/panel/model/explainCall.js";
import { momentAt } from "../../src/panel/model/moment.js";
import { pendingOf } from "../../src/panel/model/pending.js";
import { traceSource } from "../../src/panel/model/source.js";
import { explainTrack } from "../../src/panel/model/trackWords.js";
import type { TrackedTable } from "../../src/panel/model/tracks.js";
import { askedFor, callUpdate, recv, said, sent, toolCall } from "../support/frames.js";
import { recordingText } from "../support/recordings.js";

interface Log {
  readonly history: History;
  readonly digest: Digest;
}

const PROMPT = sent({ id: 1, method: "session/prompt", params: { sessionId: "s1", prompt: [] } });
const CANCEL = sent({ method: "session/cancel", params: { sessionId: "s1" } });
const ASKED = askedFor("call_1");
const answered = (optionId: string): Frame =>
  sent({ id: 7, result: { outcome: { outcome: "selected", optionId } } });
const ended = (stopReason: string): Frame => recv({ id: 1, result: { stopReason } });
const CALL = toolCall("call_1");

/** With a second between two messages. */
function timed(frames: readonly Frame[]): Frame[] {
  return frames.map((frame, place) => ({ ...frame, t: place * 1000 }));
}

function trace(...frames: readonly Frame[]): Log {
  return traceSource("trace", formatTrace(timed(frames)));
}

/** A log that goes on, of a connection that may have ended. */
function live(frames: readonly Frame[], reason?: string): Log {
  let clock = 0;
  const store = createAcpStore({ scheduler: "sync", now: () => clock });
  const history = createHistory(store);
  for (const frame of timed(frames)) store.observe(frame);
  clock = 10_000;
  if (reason !== undefined) store.disconnect(reason);
  return { history, digest: createDigest(history) };
}

/** An explanation with frame numbers, as one text. */
function textOf({ cause, more, missing }: Explanation, { digest }: Log): string {
  const name = (word: string | number): string =>
    typeof word === "number" ? `#${digest.frameOf(word) ?? `entry ${word + 1}`}` : word;
  const sentence = [...cause, " ", ...more].map(name).join("").trim();
  return missing === undefined ? sentence : `${sentence} MISSING`;
}

/** What the panel says of the tool calls that have not ended, at the end of a log. */
function explained(log: Log): string[] {
  const { history, digest } = log;
  const moment = momentAt(history, digest.read().tracks, history.getSnapshot().end - 1);
  const { running, unfinished, cancelled } = pendingOf(history.getState(), moment);
  return [...running, ...unfinished, ...cancelled].flatMap(({ call, session }) => {
    const explanation = explainCall(call, session, moment);
    return explanation === undefined ? [] : [textOf(explanation, log)];
  });
}

describe("why a tool call has not ended", () => {
  it.each<[string, Log, string]>([
    [
      "rejected, and the turn has ended",
      trace(PROMPT, CALL, ASKED, answered("no"), ended("end_turn")),
      "Rejected by the user (“Stop it”) at #4. The turn ended (end_turn) at #5, but the agent never sent its final status: the call is still “pending”. It was announced at #2; #3 asked for its permission; #4 answered its permission; the agent sent nothing more about it in the 1.000 s until the turn ended at #5. MISSING",
    ],
    [
      "allowed, and the turn has ended",
      trace(PROMPT, CALL, ASKED, answered("yes"), ended("end_turn")),
      "Allowed by the user (“Go on”) at #4. The turn ended (end_turn) at #5, but the agent never sent its final status: the call is still “pending”. It was announced at #2; #3 asked for its permission; #4 answered its permission; the agent sent nothing more about it in the 1.000 s until the turn ended at #5. MISSING",
    ],
    [
      "cancelled",
      trace(PROMPT, CALL, CANCEL, ended("cancelled")),
      "Cancelled by the user at #3. The agent has said nothing of its end since. It was announced at #2; the agent sent nothing more about it in the 1.000 s until the user cancelled at #3. The turn ended (cancelled) at #4.",
    ],
    [
      "cancelled, and told of once more",
      trace(PROMPT, CALL, CANCEL, callUpdate("call_1", { title: "Stopping" }), ended("cancelled")),
      "Cancelled by the user at #3. The agent has said nothing of its end since. Its last update is #4, after #3. The turn ended (cancelled) at #5.",
    ],
    [
      "begun in a turn that was cancelled",
      trace(PROMPT, CANCEL, toolCall("call_1", { status: "in_progress" }), ended("cancelled")),
      "The turn ended (cancelled) at #4, but the agent never sent its final status: the call is still “in_progress”. It was announced at #3; the agent sent nothing more about it in the 1.000 s until the turn ended at #4. The user had cancelled the turn at #2. MISSING",
    ],
    [
      "left by a turn that failed",
      trace(PROMPT, CALL, recv({ id: 1, error: { code: -32603, message: "No quota" } })),
      "The turn failed (“No quota”) at #3, but the agent never sent its final status: the call is still “pending”. It was announced at #2; the agent sent nothing more about it in the 1.000 s until the turn ended at #3. MISSING",
    ],
    [
      "cut off by the end of the connection",
      live([PROMPT, CALL], "The agent exited with code 1"),
      "The connection ended at #entry 3 (“The agent exited with code 1”): the call was still “pending”. It was announced at #2; the agent sent nothing more about it in the 9.000 s until the connection ended at #entry 3.",
    ],
    [
      "waiting for the user as the connection ended",
      live([PROMPT, CALL, ASKED], "The agent exited with code 1"),
      "The connection ended at #entry 4 (“The agent exited with code 1”): the call was still “pending”. It was announced at #2; #3 asked for its permission; the agent sent nothing more about it in the 8.000 s until the connection ended at #entry 4.",
    ],
    [
      "in mid-turn where the log stops",
      trace(PROMPT, CALL, callUpdate("call_1", { status: "in_progress" }), said("…")),
      "The log stops at #4, in mid-turn: the call is still “in_progress”. The log does not say whether the agent exited, hung, or the recording was stopped. Its last update is #3; the agent sent nothing more about it in the 1.000 s until the log stops at #4.",
    ],
    [
      "updated by the last message of the log",
      trace(PROMPT, CALL, callUpdate("call_1", { status: "in_progress" })),
      "The log stops at #3, in mid-turn: the call is still “in_progress”. The log does not say whether the agent exited, hung, or the recording was stopped. Its last update is #3, the last message of the log.",
    ],
    [
      "waiting for the user where the log stops",
      trace(PROMPT, CALL, ASKED),
      "The user was asked at #3, and the log stops 0.000 s later: no answer. It was announced at #2.",
    ],
    [
      "waiting for the user",
      live([PROMPT, CALL, ASKED]),
      "Waits for the user, who was asked at #3, for 0.000 s so far. It was announced at #2.",
    ],
    [
      "rejected, and its turn goes on",
      live([PROMPT, CALL, ASKED, answered("no"), said("Then not.")]),
      "Rejected by the user (“Stop it”) at #4. The agent has not sent its final status in the 1.000 s since: the call is still “pending”. It was announced at #2; #3 asked for its permission; #4 answered its permission; the agent has sent nothing more about it in the 1.000 s since.",
    ],
    [
      "announced last",
      live([PROMPT, CALL]),
      "“pending”, since #2: 0.000 s so far. It was announced at #2, the last message so far.",
    ],
    [
      "running",
      live([PROMPT, CALL, callUpdate("call_1", { status: "in_progress" })]),
      "“in_progress”, since #2: 1.000 s so far. Its last update is #3, the last message so far.",
    ],
  ])("says it of one that is %s", (_, log, words) => {
    expect(explained(log)).toEqual([words]);
  });

  it("tells it of recordings of real agents", () => {
    const of = (name: string): string[] => explained(traceSource(name, recordingText(name)));
    expect(of("gemini-parallel")).toEqual([
      "Rejected by the user (“Reject”) at #15. The turn ended (end_turn) at #22, but the agent never sent its final status: the call is still “pending”. It was announced at #14; #15 answered its permission; the agent sent nothing more about it in the 0.402 s until the turn ended at #22. MISSING",
    ]);
    expect(of("gemini-reject").map((words) => words.slice(0, 46))).toEqual([
      "Rejected by the user (“Reject”) at #12. The tu",
      "Rejected by the user (“Reject”) at #20. The tu",
    ]);
    expect(of("opencode-subagent")).toEqual([
      "The log stops at #11, in mid-turn: the call is still “in_progress”. The log does not say whether the agent exited, hung, or the recording was stopped. Its last update is #11, the last message of the log.",
    ]);
  });

  it("says nothing of a call that the agent has ended", () => {
    const done = callUpdate("call_1", { status: "completed" });
    expect(explained(trace(PROMPT, CALL, done, ended("end_turn")))).toEqual([]);
  });
});

describe("what became of a bar", () => {
  it.each<[string, Log, TrackedTable, string]>([
    [
      "a turn that ended",
      trace(PROMPT, CALL, ended("end_turn")),
      "turns",
      "Began at #1, ended (end_turn) at #3 after 2.000 s. 1 of 1 tool call in it did not end.",
    ],
    [
      "a turn that was cancelled",
      trace(PROMPT, CANCEL, ended("cancelled")),
      "turns",
      "Began at #1, was cancelled by the user at #2, ended (cancelled) at #3 after 2.000 s.",
    ],
    [
      "a turn that failed",
      trace(PROMPT, recv({ id: 1, error: { code: -32603, message: "No quota" } })),
      "turns",
      "Began at #1, failed (“No quota”) at #2 after 1.000 s.",
    ],
    [
      "a turn that goes on",
      live([PROMPT, CALL]),
      "turns",
      "Began at #1, goes on for 1.000 s so far. 1 of 1 tool call in it did not end.",
    ],
    [
      "a turn that never ended",
      traceSource("", recordingText("opencode-subagent")),
      "turns",
      "Began at #6 and never ended: the log stops at #11, 1.167 s later. The log does not say whether the agent exited, hung, or the recording was stopped. 1 of 1 tool call in it did not end.",
    ],
    [
      "a request that was rejected",
      trace(PROMPT, CALL, ASKED, answered("no")),
      "permissions",
      "Asked at #3, rejected by the user with “Stop it” at #4 after 1.000 s.",
    ],
    [
      "a request that was cancelled",
      trace(PROMPT, CALL, ASKED, CANCEL),
      "permissions",
      "Asked at #3, cancelled at #4, as the user cancelled the turn.",
    ],
    [
      "a request that waits",
      live([PROMPT, CALL, ASKED]),
      "permissions",
      "Asked at #3, waits for the user for 0.000 s so far. It offers “Go on”, “Stop it”.",
    ],
    [
      "a call that is done",
      trace(PROMPT, CALL, callUpdate("call_1", { status: "completed" })),
      "toolCalls",
      "Pending at #2, then completed at #3, 1.000 s after it began.",
    ],
  ])("is said of %s", (_, log, table, words) => {
    const { history, digest } = log;
    const { tracks } = digest.read();
    const moment = momentAt(history, tracks, history.getSnapshot().end - 1);
    const track = tracks.all.find((one) => one.table === table);
    if (track === undefined) throw new Error(`no ${table}`);
    expect(textOf(explainTrack(track, history.getState(), moment), log)).toBe(words);
  });
});
