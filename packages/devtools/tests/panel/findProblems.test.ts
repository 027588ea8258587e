import { createAcpStore, type Frame } from "@acp-store/core";
import { describe, expect, it } from "vitest";
import { findProblems } from "../../src/panel/explain/findProblems.js";
import {
  createLiveSource,
  createTraceSource,
  type PanelSource,
} from "../../src/panel/model/source.js";
import { measureTurns } from "../../src/panel/model/turnTimes.js";
import { createHistory, formatTrace } from "../../src/index.js";
import { recordingText } from "../../../core/tests/support/recordings.js";
import { callUpdate, recv, said, sent, updated } from "../support/frames.js";
import {
  CALL,
  CANCEL,
  checkAll,
  lastMoment,
  liveLog,
  PERMISSION_REQUEST,
  permissionResponse,
  PROMPT,
  promptError,
  promptResponse,
  textOf,
  traceOf,
} from "./logs.js";

/** The problems of a log as texts, with the result of the check if it is asked for. */
async function problemsOf(source: PanelSource, isChecked = false): Promise<string[]> {
  const moment = lastMoment(source);
  const turns = measureTurns(moment.tracks, source.digest, moment.at);
  const conformance = isChecked ? await checkAll(source) : undefined;
  const { digest, history } = source;
  const state = history.getState();
  const { stateAt } = history;
  return findProblems({ state, moment, digest: digest.read(), turns, conformance, stateAt }).map(
    ({ tone, title, text }) => `${tone}: ${title}. ${textOf(text)}`,
  );
}

/** A trace whose last message comes late, in ms after the others. */
function slowTrace(ms: number, ...frames: readonly Frame[]): PanelSource {
  const timed = frames.map((frame, index) => ({
    ...frame,
    t: index * 1000 + (index === frames.length - 1 ? ms : 0),
  }));
  return createTraceSource("trace", formatTrace(timed));
}

const initialize = sent({ id: 0, method: "initialize", params: { protocolVersion: 2 } });

/** The agent's response to `initialize` in version 2. Its info is valid with a version. */
function initialized(info: object): Frame {
  return recv({
    id: 0,
    result: { protocolVersion: 2, capabilities: {}, info: { name: "a", ...info } },
  });
}

describe("findProblems", () => {
  it("finds none in a turn that went well", async () => {
    expect(await problemsOf(traceOf(PROMPT, said("Hi"), promptResponse("end_turn")))).toEqual([]);
  });

  it("finds none in a prompt that is running", async () => {
    expect(await problemsOf(liveLog([PROMPT, said("Hi")]))).toEqual([]);
  });

  it("names an agent that is silent in its turn", async () => {
    expect(await problemsOf(liveLog([PROMPT]))).toEqual([
      "warn: The agent has been silent for 10 s. Nothing came since [frame 1]. The turn started at [frame 1], 10 s ago.",
    ]);
  });

  it("names the calls that are running while the agent is silent", async () => {
    const running = callUpdate("call_1", { status: "in_progress" });
    const frames = [PROMPT, CALL, running].map((frame) => ({ ...frame, t: 0 }));
    const store = createAcpStore({ scheduler: "sync", now: () => 40_000 });
    const source = createLiveSource(createHistory(store));
    for (const frame of frames) store.observe(frame);
    expect(await problemsOf(source)).toEqual([
      "bad: The agent has been silent for 40 s. Nothing came since [frame 3]. The turn started at [frame 1], 40 s ago. Still running: “Read”.",
    ]);
  });

  it("waits patiently for a command that the client runs", async () => {
    const wait = recv({
      id: 8,
      method: "terminal/wait_for_exit",
      params: { sessionId: "s1", terminalId: "t1" },
    });
    const started = [PROMPT, CALL, wait].map((frame) => ({ ...frame, t: 0 }));
    const store = createAcpStore({ scheduler: "sync", now: () => 60_000 });
    const source = createLiveSource(createHistory(store));
    for (const frame of started) store.observe(frame);
    expect(await problemsOf(source)).toEqual([]);
  });

  it("names a turn without an end", async () => {
    expect(await problemsOf(traceOf(PROMPT, said("Hi")))).toEqual([
      "bad: The turn never ended. The prompt at [frame 1] has no response. The last message is [frame 2], where the log stops. The log does not show whether the agent exited, hung, or the recording was stopped.",
    ]);
  });

  it("names the retries that the agent reports on stderr in its turn", async () => {
    const lines = [
      "\u001b[33mAttempt 1 failed with status 500. Retrying with backoff...\u001b[0m",
      "    at async retryWithBackoff (file:///agent/chunk.js:308039:23)",
      "Attempt 2 failed with status 500. Retrying with backoff...",
    ].map((msg) => ({ dir: "stderr", msg }) as const);
    const after = { dir: "stderr", msg: "Retrying to send telemetry" } as const;
    const source = traceOf(PROMPT, ...lines, said("Hi"), promptResponse("end_turn"), after);
    expect(await problemsOf(source)).toEqual([
      "warn: The agent tried again 2 times. It says so on stderr, the last time at [frame 4]: “Attempt 2 failed with status 500. Retrying with backoff...”",
    ]);
  });

  it("names the error of a turn", async () => {
    expect(await problemsOf(traceOf(PROMPT, promptError("API error 500")))).toEqual([
      "bad: The turn failed. API error 500 (error -32603). The prompt is [frame 1], the error came at [frame 2], 1.000 s later.",
    ]);
  });

  it("names a request that waits for the user, or was never answered", async () => {
    const frames = [PROMPT, CALL, PERMISSION_REQUEST];
    expect(await problemsOf(liveLog(frames))).toEqual([
      "warn: Waiting for the user. “Read”: Requested at [frame 3], waiting for the user for 8 s. Options: “Go on”, “Stop it”.",
    ]);
    // The call waits for the answer, so it is not listed again.
    expect((await problemsOf(traceOf(...frames)))[0]).toBe(
      "bad: A permission request was never answered. “Read”: Requested at [frame 3] and never answered. That is the last message of the log. Options: “Go on”, “Stop it”.",
    );
  });

  it("names the reason of a lost connection, with the turn that it ended", async () => {
    expect(await problemsOf(liveLog([PROMPT], "The agent exited with code 1"))).toEqual([
      "bad: The connection to the agent ended. At [entry 2], during a turn: The agent exited with code 1.",
    ]);
  });

  it("counts the attempts to connect again, and leaves out their requests", async () => {
    const store = createAcpStore({ scheduler: "sync", now: () => 0 });
    const source = createLiveSource(createHistory(store));
    const initialize = (id: number): Frame => sent({ id, method: "initialize", params: {} }, 0);
    for (const frame of [initialize(0), recv({ id: 0, result: { protocolVersion: 1 } }, 0), PROMPT])
      store.observe(frame);
    store.disconnect("The agent exited with code 1");
    for (const id of [1, 2]) {
      store.observe(initialize(id));
      store.disconnect("The agent closed the connection.");
    }
    expect(await problemsOf(source)).toEqual([
      "bad: The connection to the agent ended. At [entry 4], during a turn: The agent exited with code 1. 2 attempts to connect again failed.",
    ]);
    store.observe(initialize(3));
    store.observe(recv({ id: 3, result: { protocolVersion: 1 } }, 0));
    expect(await problemsOf(source)).toEqual([
      "bad: The connection was lost and made again. At [entry 4], during a turn: The agent exited with code 1. 2 attempts to connect again failed.",
    ]);
  });

  it("names a connection that was lost outside a turn and made again less severely", async () => {
    const store = createAcpStore({ scheduler: "sync", now: () => 0 });
    const source = createLiveSource(createHistory(store));
    const connect = (id: number): void => {
      store.observe(sent({ id, method: "initialize", params: {} }, 0));
      store.observe(recv({ id, result: { protocolVersion: 1 } }, 0));
    };
    connect(0);
    store.disconnect("The agent exited with code 1");
    connect(1);
    expect(await problemsOf(source)).toEqual([
      "warn: The connection was lost and made again. At [entry 3]: The agent exited with code 1.",
    ]);
  });

  it("names a crash outside a turn, but not a normal end", async () => {
    const ended = [PROMPT, promptResponse("end_turn")];
    expect(
      await problemsOf(liveLog(ended, "The agent was ended by the signal SIGSEGV")),
    ).toHaveLength(1);
    expect(await problemsOf(liveLog(ended, "The agent exited with code 0"))).toEqual([]);
  });

  it("names a call that never finished, and one that failed", async () => {
    const failed = callUpdate("call_1", { status: "failed" });
    expect(await problemsOf(traceOf(PROMPT, CALL, promptResponse("end_turn")))).toEqual([
      "bad: “Read” never finished. The turn ended (end_turn) at [frame 3], but the agent never sent a final status. The call is still “pending”.",
    ]);
    expect(await problemsOf(traceOf(PROMPT, CALL, failed, promptResponse("end_turn")))).toEqual([
      "warn: “Read” failed. The agent reported it at [frame 3].",
    ]);
  });

  it("lists many failed calls one by one only up to a limit", async () => {
    const calls = Array.from({ length: 9 }, (_, index) =>
      updated({
        sessionUpdate: "tool_call",
        toolCallId: `c${index}`,
        title: "Run",
        status: "failed",
      }),
    );
    const problems = await problemsOf(traceOf(PROMPT, ...calls, promptResponse("end_turn")));
    expect(problems).toHaveLength(6);
    expect(problems.at(-1)).toBe("warn: 4 more tool calls failed. ");
  });

  it("names a cancel that the agent ended as if there had been none", async () => {
    expect(await problemsOf(traceOf(PROMPT, CANCEL, promptResponse("end_turn")))).toEqual([
      "warn: The agent did not confirm the cancel. The user cancelled at [frame 2], and the turn ended with “end_turn” at [frame 3], 1.000 s later.",
    ]);
    expect(await problemsOf(traceOf(PROMPT, CANCEL, promptResponse("cancelled")))).toEqual([]);
  });

  it("names a slow first reply and a long pause, but not the time of the user", async () => {
    expect(await problemsOf(slowTrace(12_000, PROMPT, said("Hi")))).toContain(
      "warn: The first reply took 13 s. From the prompt at [frame 1] to [frame 2].",
    );
    expect(
      await problemsOf(slowTrace(60_000, PROMPT, said("Hi"), promptResponse("end_turn"))),
    ).toEqual([
      "warn: Nothing happened for 1 min 1 s. From [frame 2] to [frame 3], waiting for the agent.",
    ]);
    const answered = [PROMPT, CALL, PERMISSION_REQUEST, permissionResponse("yes")];
    const problems = await problemsOf(slowTrace(60_000, ...answered));
    expect(problems.filter((text) => text.includes("Nothing happened"))).toEqual([]);
  });

  it("names requests without a response, and refused ones", async () => {
    const setMode = sent({
      id: 5,
      method: "session/set_mode",
      params: { sessionId: "s1", modeId: "x" },
    });
    const error = { code: -32602, message: "Invalid params", data: { details: "Unknown mode." } };
    const refusal = recv({ id: 5, error });
    expect(await problemsOf(traceOf(setMode, refusal))).toEqual([
      "warn: session/set_mode failed. Invalid params: Unknown mode. Sent by the client at [frame 1], refused at [frame 2].",
    ]);
    expect(await problemsOf(traceOf(setMode))).toEqual([
      "bad: session/set_mode has no response. Sent by the client at [frame 1], 0.000 s before the end of the log.",
    ]);
    expect(await problemsOf(liveLog([said("Hi"), setMode]))).toEqual([]);
  });

  it("names a subagent that never ended, and a background one only once it is silent", async () => {
    const running = { state: "running", background: [] };
    const frames = [
      initialize,
      initialized({ version: "1" }),
      PROMPT,
      recv({ id: 1, result: { messageId: "m1" } }),
      updated({ sessionUpdate: "state_update", ...running }),
      updated({
        sessionUpdate: "subagent_update",
        sessionId: "s2",
        title: "Helper",
        state: running,
      }),
      updated({ sessionUpdate: "state_update", ...running }, "s2"),
      updated({ sessionUpdate: "state_update", state: "idle", stopReason: "end_turn" }),
    ];
    expect(await problemsOf(traceOf(...frames))).toEqual([
      "bad: The subagent “Helper” never ended. It is still “running” where the log stops. Its last message is [frame 7].",
    ]);
    expect(await problemsOf(liveLog(frames))).toEqual([]);
    expect(await problemsOf(liveLog(frames, undefined, 20_000))).toEqual([
      "warn: The subagent “Helper” has been silent for 14 s. It is still “running”, and its parent has no open turn. Its last message is [frame 7].",
    ]);
  });

  it("names a message that breaks a rule after the events of the same severity", async () => {
    const source = traceOf(initialize, initialized({}), PROMPT, promptError("API error 500"));
    const titles = (await problemsOf(source)).map((text) => text.split(". ")[0]);
    expect(titles).toEqual(["bad: The turn failed", "bad: Protocol violation: invalid_message"]);
  });

  it("names what the check finds, grouped by its code, without notes", async () => {
    const source = createTraceSource("t", recordingText("gemini-parallel"));
    const titles = (await problemsOf(source, true)).map((text) => text.split(". ")[0]);
    expect(titles).toEqual([
      "bad: “touch p1.txt; sleep 1; echo p1” never finished",
      "warn: Protocol warning: unknown_field",
    ]);
  });
});
