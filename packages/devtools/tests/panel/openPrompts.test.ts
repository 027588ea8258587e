import { expect, it } from "vitest";
import { momentAt } from "../../src/panel/model/moment.js";
import { explainPrompt, nothingPending, openPrompts } from "../../src/panel/model/openPrompts.js";
import { traceSource } from "../../src/panel/model/source.js";
import { recordingText } from "../support/recordings.js";

/** What a recording waits for after one of its frames, besides tool calls and requests. */
function promptsAt(name: string, frame: number): string[] {
  const { history, digest } = traceSource(name, recordingText(name));
  const { tracks } = digest.read();
  const entry = history.entries().find(({ index }) => digest.frameOf(index) === frame);
  if (entry === undefined) throw new Error(`no frame ${frame}`);
  history.jump(entry.index);
  const moment = momentAt(history, tracks, entry.index);
  const state = history.getState();
  const words = openPrompts(state).map((one) =>
    explainPrompt(one, moment)
      .map((word) => (typeof word === "number" ? `#${digest.frameOf(word)}` : word))
      .join(""),
  );
  return words.length > 0 ? words : [nothingPending(state, moment)];
}

it.each([
  ["before the first prompt", "opencode-subagent", 4, "Nothing is pending. No tool call yet."],
  [
    "while it works on a prompt",
    "opencode-subagent",
    6,
    "The agent works on the prompt of #6, for 0.000 s so far.",
  ],
  [
    "where the log stops in mid-turn",
    "opencode-subagent",
    11,
    "Began at #6 and never ended: the log stops at #11",
  ],
  ["between turns", "claude-parallel", 42, "Nothing is pending, and every tool call has ended."],
])("says what the agent is at %s", (_when, name, frame, words) => {
  expect(promptsAt(name, frame)).toEqual([expect.stringContaining(words)]);
});
