import { selectPendingPermissions } from "@acp-store/core";
import { describe, expect, it } from "vitest";
import { framesOf, play, playedSession, RECORDINGS, stepsOf } from "../support/recording.js";
import { plain } from "../support/trackedStore.js";

/** A final status that comes after the client's own cancel is nothing odd. */
const DIAGNOSED = {
  "claude-lateperm": [],
  "claudezed-basic-fullcaps": [24, 26, 35, 42, 49, 51, 56, 75].map((line) => ({
    line,
    codes: ["duplicate_tool_call"],
  })),
  "claudezed-reject": [13, 20, 31].map((line) => ({ line, codes: ["duplicate_tool_call"] })),
  "gemini-cancelperm": [],
  "gemini-parallel": [],
  "opencode-cancelperm": [],
  "opencode-parallel": [],
  "opencode-sameids": [
    { line: 13, codes: ["duplicate_tool_call", "late_update"] },
    { line: 25, codes: ["duplicate_tool_call", "late_update"] },
  ],
};

describe.each(RECORDINGS)("recording %s", (name) => {
  it("is accepted frame by frame", () => {
    const { played } = play(name);
    expect(played).toHaveLength(framesOf(name).length);
    expect(played.filter((frame) => !frame.accepted)).toEqual([]);
  });

  it("reports only what is odd about it", () => {
    const diagnosed = play(name)
      .played.filter((frame) => frame.codes.length > 0)
      .map(({ line, codes }) => ({ line, codes: codes.toSorted() }));
    expect(diagnosed).toEqual(DIAGNOSED[name]);
  });

  it("has patches that lead there and back", () => {
    for (const { line, before, after, there, back } of stepsOf(name)) {
      expect(plain(there), `line ${line}, forwards`).toEqual(plain(after));
      expect(plain(back), `line ${line}, backwards`).toEqual(plain(before));
    }
  });

  it("keeps the state where nothing is committed", () => {
    for (const { line, commits, before, after } of stepsOf(name))
      expect(after === before, `line ${line}`).toBe(commits === 0);
  });

  it("leads to the same state in every store", () => {
    expect(plain(play(name).store.getState())).toEqual(plain(play(name).store.getState()));
  });

  it("leaves nothing open", () => {
    const session = playedSession(name);
    expect(session).toMatchObject({ activity: "idle", openTurns: [], unknownUpdates: [] });
    expect(session.terminals.size).toBe(0);
    expect(selectPendingPermissions(play(name).store.getState())).toEqual([]);
  });

  it("shows every entity once", () => {
    const { timeline, messages, toolCalls, permissions, plans } = playedSession(name);
    const ids = (type: string) => timeline.filter((item) => item.type === type).map((i) => i.id);
    expect(ids("message")).toEqual([...messages.keys()]);
    expect(ids("tool_call")).toEqual([...toolCalls.keys()]);
    expect(ids("permission")).toEqual([...permissions.keys()]);
    expect(ids("plan")).toEqual([...plans.keys()]);
  });
});
