import { describe, expect, it } from "vitest";
import { createHistory, formatTrace, type History } from "../../src/index.js";
import { explainCall } from "../../src/panel/explain/explainCall.js";
import {
  createLogSearch,
  type LogFilter,
  logMatcher,
  type LogSearch,
} from "../../src/panel/model/logSearch.js";
import { findPending } from "../../src/panel/model/pending.js";
import {
  createLiveSource,
  createTraceSource,
  type PanelSource,
} from "../../src/panel/model/source.js";
import { said, steadyStore, toolCall, wrote } from "../support/frames.js";
import { ALL_RECORDINGS, recordingText } from "../../../core/tests/support/recordings.js";
import { checkAll, lastMoment } from "./logs.js";

const NO_FLAGS: ReadonlySet<number> = new Set();

function openRecording(name: string): PanelSource {
  return createTraceSource(name, recordingText(name));
}

function matchingIndices(source: PanelSource, filter: LogFilter, flagged = NO_FLAGS): number[] {
  const matches = logMatcher({ source, filter, flagged });
  return source.history
    .entries()
    .filter(matches)
    .map(({ index }) => index);
}

/** The frames and events of the entries that match a filter. */
function matchesOf(source: PanelSource, filter: LogFilter, flagged = NO_FLAGS): string[] {
  return matchingIndices(source, filter, flagged).map((index) => {
    const entry = source.history.entry(index);
    return `${source.digest.frameOf(index)} ${entry?.event?.type ?? "no event"}`;
  });
}

/** The ids of the tool call whose title starts with a text. */
function callTitled(source: PanelSource, title: string): Required<LogFilter>["about"] {
  for (const { sessionId, toolCalls } of source.history.getState().sessions.values())
    for (const call of toolCalls.values())
      if (call.title?.startsWith(title) === true) return { sessionId, toolCallId: call.toolCallId };
  throw new Error(`no call is titled ${title}`);
}

describe("the filter about a tool call", () => {
  it("matches its permission request, the answer and its turn", () => {
    const source = openRecording("gemini-parallel");
    expect(matchesOf(source, { about: callTitled(source, "touch p1") })).toEqual([
      "8 turn_started",
      "14 permission_requested",
      "15 permission_settled",
      "22 turn_ended",
    ]);
  });

  it("matches updates that changed nothing, and the end of a log during the turn", () => {
    const source = openRecording("opencode-subagent");
    expect(matchesOf(source, { about: callTitled(source, "Explore") })).toEqual([
      "6 turn_started",
      "9 tool_call",
      "10 tool_call",
      "11 no event",
    ]);
  });

  it.each(ALL_RECORDINGS)(
    "matches all entries that explanations of calls link to in %s",
    (name) => {
      const source = openRecording(name);
      const moment = lastMoment(source);
      const { running, unfinished } = findPending(source.history.getState(), moment);
      for (const { call, session } of [...running, ...unfinished]) {
        const { cause = [], details = [] } = explainCall(call, session, moment) ?? {};
        const linked = [...cause, ...details].flatMap((part) =>
          "entry" in part ? [part.entry] : [],
        );
        expect(linked.length).toBeGreaterThan(0);
        const { sessionId } = session;
        const found = matchingIndices(source, {
          about: { sessionId, toolCallId: call.toolCallId },
        });
        expect(found).toEqual(expect.arrayContaining(linked));
      }
    },
  );
});

describe("a filter", () => {
  it("matches the names of messages, including responses", () => {
    const source = openRecording("gemini-parallel");
    expect(matchesOf(source, { text: "session/prompt" })).toEqual([
      "8 turn_started",
      "22 turn_ended",
    ]);
    expect(matchesOf(source, { kind: "session/prompt response" })).toEqual(["22 turn_ended"]);
    expect(matchesOf(source, { kind: "turn_started" })).toEqual(["8 turn_started"]);
  });

  it("matches the summaries of rows, with the titles at that time", () => {
    const source = openRecording("opencode-subagent");
    expect(matchesOf(source, { text: "“Explore sources” changed" })).toEqual(["11 no event"]);
    expect(matchesOf(source, { text: "explore sources" })).toEqual(["10 tool_call", "11 no event"]);
    expect(matchesOf(source, { text: "“task” pending" })).toEqual(["9 tool_call"]);
  });

  it("treats the findings of a check as diagnostics", async () => {
    const source = openRecording("gemini-parallel");
    expect(matchesOf(source, { diagnosticsOnly: true })).toEqual([]);
    const { findingsByEntry } = await checkAll(source);
    const flagged = new Set(findingsByEntry.keys());
    expect(matchesOf(source, { diagnosticsOnly: true }, flagged)).toEqual([
      "6 session_opened",
      "22 turn_ended",
    ]);
  });
});

it("finds a line of stderr by its text, also between escape sequences", () => {
  const source = createTraceSource(
    "t",
    formatTrace([said("Hello"), wrote("\u001b[31mfa\u001b[0miled to open")]),
  );
  expect(matchingIndices(source, { text: "Failed to" })).toEqual([1]);
  expect(matchingIndices(source, { kind: "stderr" })).toEqual([1]);
  expect(matchingIndices(source, { direction: "recv" })).toEqual([0]);
});

describe("createLogSearch", () => {
  function search(history: History, filter: LogFilter): LogSearch {
    return createLogSearch({ source: createLiveSource(history), filter, flagged: NO_FLAGS });
  }

  it("has a row for every entry without a filter", () => {
    const store = steadyStore();
    const history = createHistory(store, { limit: 3 });
    for (const text of ["a", "b", "c", "d"]) store.observe(said(text));
    const rows = search(history, {}).rows();
    expect(rows.length).toBe(3);
    expect(rows.entryAt(0)).toBe(1);
    expect(rows.rowOf(3)).toBe(2);
  });

  it("examines the log in steps", () => {
    const store = steadyStore();
    const history = createHistory(store);
    for (let number = 0; number < 10; number++) store.observe(toolCall(`call_${number}`));
    const steps = search(history, { text: "call_" });
    expect(steps.advance(4)).toBe(false);
    expect(steps.rows().length).toBe(4);
    while (!steps.advance(4));
    expect(steps.rows().length).toBe(10);
  });

  it("finds entries that are added later", () => {
    const store = steadyStore();
    const history = createHistory(store);
    const steps = search(history, { kind: "tool_call" });
    for (const frame of [said("a"), toolCall("call_1"), said("b"), toolCall("call_2")]) {
      store.observe(frame);
      steps.advance(100);
    }
    const rows = steps.rows();
    expect([rows.entryAt(0), rows.entryAt(1), rows.length]).toEqual([1, 3, 2]);
    expect(rows.rowOf(2)).toBe(1);
  });

  it("removes the rows of entries that the log has dropped", () => {
    const store = steadyStore();
    const history = createHistory(store, { limit: 2 });
    const steps = search(history, { kind: "message_chunk" });
    for (const text of ["a", "b", "c", "d"]) {
      store.observe(said(text));
      steps.advance(100);
    }
    const rows = steps.rows();
    expect([rows.entryAt(0), rows.entryAt(1), rows.length]).toEqual([2, 3, 2]);
  });
});
