import { describe, expect, it } from "vitest";
import { explainCall } from "../../src/panel/explain/explainCall.js";
import { findPending } from "../../src/panel/model/pending.js";
import { createTraceSource, type PanelSource } from "../../src/panel/model/source.js";
import { callUpdate, said, toolCall } from "../support/frames.js";
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

/** The explanations of the tool calls that have not ended at the end of a log. */
function explanationsOf(source: PanelSource): string[] {
  const moment = lastMoment(source);
  const { running, unfinished, cancelled } = findPending(source.history.getState(), moment);
  return [...running, ...unfinished, ...cancelled].flatMap(({ call, session }) => {
    const explanation = explainCall(call, session, moment);
    if (explanation === undefined) return [];
    const { cause, details, missing } = explanation;
    const text = textOf([...cause, { text: " " }, ...details]).trim();
    return [missing === undefined ? text : `${text} MISSING`];
  });
}

const IN_PROGRESS = callUpdate("call_1", { status: "in_progress" });

describe("explainCall", () => {
  it.each<[string, PanelSource, string]>([
    [
      "was rejected before the turn ended",
      traceOf(
        PROMPT,
        CALL,
        PERMISSION_REQUEST,
        permissionResponse("no"),
        promptResponse("end_turn"),
      ),
      "Rejected by the user (“Stop it”) at [frame 4]. The turn ended (end_turn) at [frame 5], but the agent never sent a final status. The call is still “pending”. It was announced at [frame 2]. Permission was requested at [frame 3] and answered at [frame 4]. The agent sent nothing more about it in the 1.000 s before the turn ended at [frame 5]. MISSING",
    ],
    [
      "was allowed before the turn ended",
      traceOf(
        PROMPT,
        CALL,
        PERMISSION_REQUEST,
        permissionResponse("yes"),
        promptResponse("end_turn"),
      ),
      "Allowed by the user (“Go on”) at [frame 4]. The turn ended (end_turn) at [frame 5], but the agent never sent a final status. The call is still “pending”. It was announced at [frame 2]. Permission was requested at [frame 3] and answered at [frame 4]. The agent sent nothing more about it in the 1.000 s before the turn ended at [frame 5]. MISSING",
    ],
    [
      "was cancelled",
      traceOf(PROMPT, CALL, CANCEL, promptResponse("cancelled")),
      "Cancelled by the user at [frame 3]. The agent has not reported a final status since. It was announced at [frame 2]. The agent sent nothing more about it in the 1.000 s before the user cancelled at [frame 3]. The turn ended (cancelled) at [frame 4].",
    ],
    [
      "was cancelled and then updated",
      traceOf(
        PROMPT,
        CALL,
        CANCEL,
        callUpdate("call_1", { title: "Stopping" }),
        promptResponse("cancelled"),
      ),
      "Cancelled by the user at [frame 3]. The agent has not reported a final status since. Its last update is [frame 4], after [frame 3]. The turn ended (cancelled) at [frame 5].",
    ],
    [
      "began in a cancelled turn",
      traceOf(
        PROMPT,
        CANCEL,
        toolCall("call_1", { status: "in_progress" }),
        promptResponse("cancelled"),
      ),
      "The turn ended (cancelled) at [frame 4], but the agent never sent a final status. The call is still “in_progress”. It was announced at [frame 3]. The agent sent nothing more about it in the 1.000 s before the turn ended at [frame 4]. The user had cancelled the turn at [frame 2]. MISSING",
    ],
    [
      "was left unfinished by a failed turn",
      traceOf(PROMPT, CALL, promptError("No quota")),
      "The turn failed (“No quota”) at [frame 3], but the agent never sent a final status. The call is still “pending”. It was announced at [frame 2]. The agent sent nothing more about it in the 1.000 s before the turn ended at [frame 3]. MISSING",
    ],
    [
      "was interrupted by the end of the connection",
      liveLog([PROMPT, CALL], "The agent exited with code 1"),
      "The connection ended at [entry 3] (“The agent exited with code 1”). The call was still “pending”. It was announced at [frame 2]. The agent sent nothing more about it in the 9.000 s before the connection ended at [entry 3].",
    ],
    [
      "was running when its session was saved",
      restoredLog(PROMPT, CALL, PERMISSION_REQUEST),
      "The session was saved before the call ended, and restored at [entry 1]. The call was still “pending”.",
    ],
    [
      "was waiting for the user when the connection ended",
      liveLog([PROMPT, CALL, PERMISSION_REQUEST], "The agent exited with code 1"),
      "The connection ended at [entry 4] (“The agent exited with code 1”). The call was still “pending”. It was announced at [frame 2]. Permission was requested at [frame 3]. The agent sent nothing more about it in the 8.000 s before the connection ended at [entry 4].",
    ],
    [
      "was running when the log stopped",
      traceOf(PROMPT, CALL, IN_PROGRESS, said("…")),
      "The log stops at [frame 4], during the turn. The call is still “in_progress”. The log does not show whether the agent exited, hung, or the recording was stopped. Its last update is [frame 3]. The agent sent nothing more about it in the 1.000 s before the log stops at [frame 4].",
    ],
    [
      "was updated by the last message of the log",
      traceOf(PROMPT, CALL, IN_PROGRESS),
      "The log stops at [frame 3], during the turn. The call is still “in_progress”. The log does not show whether the agent exited, hung, or the recording was stopped. Its last update is [frame 3], the last message of the log.",
    ],
    [
      "was waiting for the user when the log stopped",
      traceOf(PROMPT, CALL, PERMISSION_REQUEST),
      "The user was asked at [frame 3], and has not answered. That is the last message of the log. It was announced at [frame 2].",
    ],
    [
      "was waiting for the user while the agent went on",
      traceOf(PROMPT, CALL, PERMISSION_REQUEST, said("…")),
      "The user was asked at [frame 3], and has not answered. The log stops 1.000 s later. It was announced at [frame 2].",
    ],
    [
      "is waiting for the user",
      liveLog([PROMPT, CALL, PERMISSION_REQUEST]),
      "Waiting for the user, who was asked at [frame 3], 8 s ago. It was announced at [frame 2].",
    ],
    [
      "was rejected in a turn that is still running",
      liveLog([PROMPT, CALL, PERMISSION_REQUEST, permissionResponse("no"), said("Then not.")]),
      "Rejected by the user (“Stop it”) at [frame 4]. The agent has not sent a final status in the 7 s since. The call is still “pending”. It was announced at [frame 2]. Permission was requested at [frame 3] and answered at [frame 4]. The agent has sent nothing more about it in the 7 s since.",
    ],
    [
      "was allowed by the last message",
      liveLog([PROMPT, CALL, PERMISSION_REQUEST, permissionResponse("yes")]),
      "Allowed by the user (“Go on”) at [frame 4]. The call is “pending”, 9 s after it started at [frame 2]. It was announced at [frame 2]. Permission was requested at [frame 3] and answered at [frame 4]. That is the last message so far, 7 s ago.",
    ],
    [
      "was announced by the last message",
      liveLog([PROMPT, CALL]),
      "The call is “pending”, 9 s after it started at [frame 2]. It was announced at [frame 2], the last message so far, 9 s ago.",
    ],
    [
      "is running",
      liveLog([PROMPT, CALL, IN_PROGRESS]),
      "The call is “in_progress”, 9 s after it started at [frame 2]. Its last update is [frame 3], the last message so far, 8 s ago.",
    ],
  ])("explains a call that %s", (_, source, text) => {
    expect(explanationsOf(source)).toEqual([text]);
  });

  it("explains unfinished calls in recordings of real agents", () => {
    const explain = (name: string): string[] =>
      explanationsOf(createTraceSource(name, recordingText(name)));
    expect(explain("gemini-parallel")).toEqual([
      "Rejected by the user (“Reject”) at [frame 15]. The turn ended (end_turn) at [frame 22], but the agent never sent a final status. The call is still “pending”. It was announced at [frame 14]. Its permission request was answered at [frame 15]. The agent sent nothing more about it in the 0.402 s before the turn ended at [frame 22]. MISSING",
    ]);
    expect(explain("gemini-reject").map((text) => text.slice(0, 53))).toEqual([
      "Rejected by the user (“Reject”) at [frame 12]. The tu",
      "Rejected by the user (“Reject”) at [frame 20]. The tu",
    ]);
    expect(explain("opencode-subagent")).toEqual([
      "The log stops at [frame 11], during the turn. The call is still “in_progress”. The log does not show whether the agent exited, hung, or the recording was stopped. Its last update is [frame 11], the last message of the log.",
    ]);
  });

  it("returns undefined for a call that the agent ended", () => {
    const source = traceOf(
      PROMPT,
      CALL,
      callUpdate("call_1", { status: "completed" }),
      promptResponse("end_turn"),
    );
    const session = source.history.getState().sessions.get("s1");
    const call = session?.toolCalls.get("call_1");
    if (session === undefined || call === undefined) throw new Error("no call");
    expect(explainCall(call, session, lastMoment(source))).toBeUndefined();
  });
});
