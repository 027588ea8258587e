import type { Frame } from "@acp-store/core";
import { describe, expect, it } from "vitest";
import { explainAt } from "../../src/panel/explain/explanation.js";
import { findReplayDifferences } from "../../src/panel/explain/findReplayDifferences.js";
import { recv, said, sent, toolCall, updated } from "../support/frames.js";
import { lastMoment, textOf, traceOf } from "./logs.js";

const asked = (text: string, id: number): Frame =>
  sent({
    id,
    method: "session/prompt",
    params: { sessionId: "s1", prompt: [{ type: "text", text }] },
  });
const repeated = (text: string): Frame =>
  updated({ sessionUpdate: "user_message_chunk", content: { type: "text", text } });
const thought = (text: string): Frame =>
  updated({ sessionUpdate: "agent_thought_chunk", content: { type: "text", text } });
const ended = (id: number): Frame => recv({ id, result: { stopReason: "end_turn" } });
const LOAD = sent({ id: 9, method: "session/load", params: { sessionId: "s1", cwd: "/a" } });
const LOADED = recv({ id: 9, result: {} });

const TURN = [asked("Fix it", 1), thought("Hm"), said("Fix"), said("ed."), ended(1)];
const REPLAY = [repeated("Fix it"), said("Fixed.")];

/** The differences that are found in the replays of a log, as texts. */
function differencesOf(...frames: readonly Frame[]): string[] {
  const source = traceOf(...frames);
  const moment = lastMoment(source);
  const { history, digest } = source;
  const sources = {
    ...{ moment, digest: digest.read(), turns: [], conformance: undefined },
    ...{ state: history.getState(), stateAt: history.stateAt },
  };
  return findReplayDifferences(sources, explainAt(moment)).map(({ text }) => textOf(text));
}

describe("findReplayDifferences", () => {
  it("finds none in a replay of the same messages with other chunks, thoughts and calls", () => {
    expect(differencesOf(...TURN, LOAD, ...REPLAY, LOADED)).toEqual([]);
    expect(differencesOf(...TURN, toolCall("call_1"), LOAD, ...REPLAY, LOADED)).toEqual([]);
    expect(differencesOf(...TURN, LOAD, LOADED, ...REPLAY)).toEqual([]);
  });

  it("finds none in the messages of a later turn", () => {
    const later = [asked("And this", 2), said("Done."), ended(2)];
    expect(differencesOf(...TURN, LOAD, ...REPLAY, LOADED, ...later)).toEqual([]);
  });

  it("finds none in a session that the log sees for the first time, or that could not be loaded", () => {
    expect(differencesOf(LOAD, ...REPLAY, LOADED)).toEqual([]);
    const refused = recv({ id: 9, error: { code: -32000, message: "No such session" } });
    expect(differencesOf(...TURN, LOAD, refused)).toEqual([]);
  });

  it("names a message with another text", () => {
    expect(differencesOf(...TURN, LOAD, repeated("Fix it"), said("Broken."), LOADED)).toEqual([
      "The session was loaded at [frame 6]. Message 2 was “Fixed.” of the agent and is now “Broken.” of the agent.",
    ]);
  });

  it("names a message that is missing", () => {
    expect(differencesOf(...TURN, LOAD, repeated("Fix it"), LOADED)).toEqual([
      "The session was loaded at [frame 6]. Message 2 is missing, “Fixed.” of the agent: there were 2 messages, and there are 1.",
    ]);
  });

  it("names a message that is new, with the beginning of its text", () => {
    const long = repeated("x".repeat(100));
    expect(differencesOf(...TURN, LOAD, ...REPLAY, long, LOADED)).toEqual([
      `The session was loaded at [frame 6]. There were 2 messages, and “${"x".repeat(80)}…” of the user was added after the last.`,
    ]);
  });

  it("compares the replay of a resumed session in version 2", () => {
    const message = (kind: "agent_message" | "user_message", id: string, text: string): Frame =>
      updated({ sessionUpdate: kind, messageId: id, content: [{ type: "text", text }] });
    const state = (fields: object): Frame => updated({ sessionUpdate: "state_update", ...fields });
    const resume = (params: object): Frame =>
      sent({ id: 9, method: "session/resume", params: { sessionId: "s1", cwd: "/a", ...params } });
    const turn = [
      recv({
        id: 0,
        result: { protocolVersion: 2, capabilities: {}, info: { name: "a", version: "1" } },
      }),
      asked("Fix it", 1),
      message("user_message", "u1", "Fix it"),
      recv({ id: 1, result: { messageId: "u1" } }),
      state({ state: "running" }),
      message("agent_message", "a1", "Fixed."),
      state({ state: "idle", stopReason: "end_turn" }),
    ];
    const initialize = sent({ id: 0, method: "initialize", params: { protocolVersion: 2 } });
    const end = [state({ state: "idle" }), LOADED];
    const replayed = resume({ replayFrom: { type: "start" } });
    const repeatedPrompt = message("user_message", "u1", "Fix it");
    expect(differencesOf(initialize, ...turn, replayed, repeatedPrompt, ...end)).toEqual([
      "The session was loaded at [frame 9]. Message 2 is missing, “Fixed.” of the agent: there were 2 messages, and there are 1.",
    ]);
    expect(differencesOf(initialize, ...turn, resume({}), ...end)).toEqual([]);
  });
});
