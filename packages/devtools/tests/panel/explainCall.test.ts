import { describe, expect, it } from "vitest";
import type { Frame } from "@acp-store/core";
import { explainCall } from "../../src/panel/model/explainCall.js";
import { pendingOf } from "../../src/panel/model/pending.js";
import { traceSource } from "../../src/panel/model/source.js";
import type { Words } from "../../src/panel/model/words.js";
import { formatTrace } from "../../src/index.js";
import { callUpdate, recv, sent, toolCall } from "../support/frames.js";
import { recordingText } from "../support/recordings.js";

/** What the panel says of the tool calls at the end of a trace, with frame numbers. */
function said(text: string): string[] {
  const { history, digest } = traceSource("trace", text);
  const index = history.getSnapshot().end - 1;
  const moment = { tracks: digest.read().tracks, index, isEnd: true };
  const { running, unfinished } = pendingOf(history.getState(), moment);
  const name = (word: string | number): string =>
    typeof word === "number" ? `frame ${digest.frameOf(word)}` : word;
  const sentence = (words: Words): string => words.map(name).join("");
  return [...running, ...unfinished].map(({ call, session }) =>
    sentence(explainCall(call, session, moment) ?? []),
  );
}

const PROMPT = sent({ id: 1, method: "session/prompt", params: { sessionId: "s1", prompt: [] } });
const CANCEL = sent({ method: "session/cancel", params: { sessionId: "s1" } });
const ended = (stopReason: string): Frame => recv({ id: 1, result: { stopReason } });

describe("why a tool call has not ended", () => {
  it("names the last update and the end of the turn of a recording", () => {
    expect(said(recordingText("gemini-parallel"))).toEqual([
      "still running: no final status was sent, only “pending”; announced at frame 14 and never updated; its permission request was answered with “Reject” at frame 15; the turn ended with end_turn at frame 22.",
    ]);
  });

  it("names the user's answer to a permission request", () => {
    expect(said(recordingText("gemini-reject"))).toEqual([
      "still running: no final status was sent, only “pending”; announced at frame 11 and never updated; its permission request was answered with “Reject” at frame 12; the turn ended with end_turn at frame 23.",
      "still running: no final status was sent, only “pending”; announced at frame 19 and never updated; its permission request was answered with “Reject” at frame 20; the turn ended with end_turn at frame 23.",
    ]);
  });

  it("says that the client has marked a call as cancelled", () => {
    const frames = [PROMPT, toolCall("call_1"), CANCEL, ended("cancelled")];
    expect(said(formatTrace(frames))).toEqual([
      "cancelled by the client when the user cancelled at frame 3: the agent sent no final status; announced at frame 2 and never updated; the turn ended with cancelled at frame 4.",
    ]);
  });

  it("names the cancel of a turn in which a call began later", () => {
    const frames = [
      PROMPT,
      CANCEL,
      toolCall("call_1", { status: "in_progress" }),
      ended("cancelled"),
    ];
    expect(said(formatTrace(frames))).toEqual([
      "still running: no final status was sent; announced at frame 3 and never updated; the user cancelled the turn at frame 2; the turn ended with cancelled at frame 4.",
    ]);
  });

  it("says that the log ends while a turn is open", () => {
    const frames = [PROMPT, toolCall("call_1"), callUpdate("call_1", { status: "in_progress" })];
    expect(said(formatTrace(frames))).toEqual([
      "running: no final status so far; last update at frame 3; its turn is open since frame 1, and the log ends before it does.",
    ]);
  });

  it("quotes the error of a turn that failed", () => {
    const failed = recv({ id: 1, error: { code: -32603, message: "No quota" } });
    expect(said(formatTrace([PROMPT, toolCall("call_1"), failed]))).toEqual([
      "still running: no final status was sent, only “pending”; announced at frame 2 and never updated; the turn failed with “No quota” at frame 3.",
    ]);
  });

  it("says nothing of a call that the agent has ended", () => {
    const done = callUpdate("call_1", { status: "completed" });
    expect(said(formatTrace([PROMPT, toolCall("call_1"), done, ended("end_turn")]))).toEqual([]);
  });
});
