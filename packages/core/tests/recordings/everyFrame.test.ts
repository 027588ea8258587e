import { selectPendingPermissions } from "@acp-store/core";
import { describe, expect, it } from "vitest";
import { ALL_RECORDINGS, recordedFrames } from "../support/recordings.js";
import { play, stepsOf } from "../support/playRecording.js";
import { expectEqual, plain } from "../support/trackedStore.js";

const REUSED_ID_CODES = ["duplicate_tool_call", "late_update"];
/** The lines at which an agent sends `tool_call` for a known call. */
const DUPLICATE_LINES: Readonly<Record<string, readonly number[]>> = {
  "claudezed-always": [10, 18, 24, 27],
  "claudezed-basic": [24, 26, 37, 47, 57, 59, 66, 85],
  "claudezed-basic-fullcaps": [24, 26, 35, 42, 49, 51, 56, 75],
  "claudezed-cancelperm": [11, 13, 23],
  "claudezed-cancelshell": [14, 16, 26],
  "claudezed-load": [45],
  "claudezed-parallel": [14, 16, 18, 20],
  "claudezed-reject": [13, 20, 31],
  "claudezed-subagent": [11],
};
/** The lines at which a new call reuses the id of a finished call. */
const REUSED_ID_LINES: Readonly<Record<string, readonly number[]>> = {
  "claude-sameids": [19, 36],
  "gemini-sameids": [21],
  "opencode-sameids": [13, 25],
};
/** Recordings that end while the agent is working. */
const UNFINISHED = ["opencode-subagent"];

/** Returns the expected diagnostics. A final status after the client's own cancel causes none. */
function expectedDiagnostics(name: string): object[] {
  const line = (codes: string[]) => (at: number) => ({ line: at, codes });
  return [
    ...(DUPLICATE_LINES[name] ?? []).map(line(["duplicate_tool_call"])),
    ...(REUSED_ID_LINES[name] ?? []).map(line(REUSED_ID_CODES)),
  ];
}

describe.each(ALL_RECORDINGS)("recording %s", (name) => {
  it("is accepted completely", () => {
    const { results } = play(name);
    expect(results).toHaveLength(recordedFrames(name).length);
    expect(results.filter((frame) => !frame.accepted)).toEqual([]);
  });

  it("reports only the expected diagnostics", () => {
    const diagnosed = play(name)
      .results.filter((frame) => frame.codes.length > 0)
      .map(({ line, codes }) => ({ line, codes: codes.toSorted() }));
    expect(diagnosed).toEqual(expectedDiagnostics(name));
  });

  it("produces patches that lead to the next state and back", () => {
    const steps = stepsOf(name);
    expect(steps.length).toBeGreaterThan(0);
    for (const { line, before, after, patched, reverted } of steps) {
      expectEqual({ line, next: plain(patched) }, { line, next: plain(after) });
      expectEqual({ line, previous: plain(reverted) }, { line, previous: plain(before) });
    }
  });

  it("keeps the state reference if nothing is committed", () => {
    for (const { line, commits, before, after } of stepsOf(name))
      expect(after === before, `line ${line}`).toBe(commits === 0);
  });

  it("leads to the same state in every store", () => {
    expect(plain(play(name).store.getState())).toEqual(plain(play(name).store.getState()));
  });

  it("leaves no pending requests or open turns", () => {
    const state = play(name).store.getState();
    expect(selectPendingPermissions(state)).toEqual([]);
    const open = [...state.sessions.values()].filter(({ openTurns }) => openTurns.length > 0);
    expect(open).toHaveLength(UNFINISHED.includes(name) ? 1 : 0);
    for (const session of state.sessions.values()) {
      expect(session.activity).toBe(open.includes(session) ? "running" : "idle");
      expect(session.unknownUpdates).toEqual([]);
    }
  });
});
