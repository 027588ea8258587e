import { describe, expect, it } from "vitest";
import { conformanceOf } from "../../src/panel/model/conformance.js";
import { explainCall } from "../../src/panel/model/explainCall.js";
import { type LogFilter, logMatcher } from "../../src/panel/model/logFilter.js";
import { momentAt } from "../../src/panel/model/moment.js";
import { pendingOf } from "../../src/panel/model/pending.js";
import { type Source, traceSource } from "../../src/panel/model/source.js";
import { ALL_RECORDINGS, recordingText } from "../support/recordings.js";

const NOTHING: ReadonlySet<number> = new Set();

function opened(name: string): Source {
  return traceSource(name, recordingText(name));
}

function indicesOf(source: Source, filter: LogFilter, flagged = NOTHING): number[] {
  const matches = logMatcher({ source, filter, flagged });
  return source.history
    .entries()
    .filter(matches)
    .map(({ index }) => index);
}

/** The frames and events of what a filter leaves. */
function left(source: Source, filter: LogFilter, flagged = NOTHING): string[] {
  return indicesOf(source, filter, flagged).map((index) => {
    const entry = source.history.entry(index);
    return `${source.digest.frameOf(index)} ${entry?.event?.type ?? "no event"}`;
  });
}

/** The tool call with a title. */
function callNamed(source: Source, title: string): Required<LogFilter>["about"] {
  for (const { sessionId, toolCalls } of source.history.getState().sessions.values())
    for (const call of toolCalls.values())
      if (call.title?.startsWith(title) === true) return { sessionId, toolCallId: call.toolCallId };
  throw new Error(`no call is titled ${title}`);
}

/** The entries that an explanation speaks of. */
function numbersIn(words: unknown): number[] {
  if (typeof words === "number") return [words];
  return typeof words === "object" && words !== null ? Object.values(words).flatMap(numbersIn) : [];
}

describe("what a log shows about a tool call", () => {
  it("has its permission request and the answer, and the whole turn", () => {
    const source = opened("gemini-parallel");
    expect(left(source, { about: callNamed(source, "touch p1") })).toMatchInlineSnapshot(`
      [
        "8 turn_started",
        "14 permission_requested",
        "15 permission_settled",
        "22 turn_ended",
      ]
    `);
  });

  it("has updates that said nothing new, and where the log ends in mid-turn", () => {
    const source = opened("opencode-subagent");
    expect(left(source, { about: callNamed(source, "Explore") })).toMatchInlineSnapshot(`
      [
        "6 turn_started",
        "9 tool_call",
        "10 tool_call",
        "11 no event",
      ]
    `);
  });

  it.each(ALL_RECORDINGS)("has all that is said of calls that did not end in %s", (name) => {
    const source = opened(name);
    const index = source.history.getSnapshot().end - 1;
    const moment = momentAt(source.history, source.digest.read().tracks, index);
    const { running, unfinished } = pendingOf(source.history.getState(), moment);
    for (const { call, session } of [...running, ...unfinished]) {
      const cited = numbersIn(explainCall(call, session, moment));
      const { sessionId } = session;
      const found = indicesOf(source, { about: { sessionId, toolCallId: call.toolCallId } });
      expect(found).toEqual(expect.arrayContaining(cited));
    }
  });
});

describe("the log", () => {
  it("is searched also by the names of messages, of answers too", () => {
    const source = opened("gemini-parallel");
    expect(left(source, { text: "session/prompt" })).toEqual(["8 turn_started", "22 turn_ended"]);
    expect(left(source, { kind: "session/prompt response" })).toEqual(["22 turn_ended"]);
    expect(left(source, { kind: "turn_started" })).toEqual(["8 turn_started"]);
  });

  it("is searched by what its rows say, as it was then", () => {
    const source = opened("opencode-subagent");
    expect(left(source, { text: "“Explore sources” said" })).toEqual(["11 no event"]);
    expect(left(source, { text: "explore sources" })).toEqual(["10 tool_call", "11 no event"]);
    expect(left(source, { text: "“task” pending" })).toEqual(["9 tool_call"]);
  });

  it("counts what a check has found as diagnostics", () => {
    const source = opened("gemini-parallel");
    expect(left(source, { diagnosticsOnly: true })).toEqual([]);
    const { at } = conformanceOf(source.history);
    expect(left(source, { diagnosticsOnly: true }, new Set(at.keys()))).toEqual(["22 turn_ended"]);
  });
});
