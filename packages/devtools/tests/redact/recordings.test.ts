import { createAcpStore, type Frame } from "@acp-store/core";
import { redactTrace, replayTrace } from "@acp-store/devtools";
import { describe, expect, it } from "vitest";
import { ALL_RECORDINGS, recordedFrames } from "../../../core/tests/support/recordings.js";
import { shapeOf } from "../support/shape.js";

async function shapeAfter(frames: readonly Frame[]): Promise<object> {
  const store = createAcpStore({ idPrefix: "t", now: () => 0 });
  await replayTrace(store, frames);
  return shapeOf(store.getState());
}

/** Fields with text written by a user, an agent or a tool. */
const PRIVATE_TEXT_FIELDS =
  /^(?:text|title|description|oldText|newText|command|cwd|path|hint|label|rawOutput|file_path|old_string|new_string|detail|message)$/;

/** The markers that the store must recognize in a replay, so redaction keeps them. */
const AGENT_CONTEXT = /<\/?session_context>|\[Function Response: /g;

/** Returns the words of four or more letters in such fields. */
function wordsIn(value: unknown, key = "", found: Set<string> = new Set()): Set<string> {
  if (typeof value === "string" && PRIVATE_TEXT_FIELDS.test(key))
    for (const word of value.replace(AGENT_CONTEXT, "").match(/[A-Za-z]{4,}/g) ?? [])
      if (!/^x+$/.test(word)) found.add(word);
  if (typeof value !== "object" || value === null) return found;
  for (const [inner, entry] of Object.entries(value)) {
    if (["agentInfo", "clientInfo", "info"].includes(inner)) continue;
    wordsIn(entry, Array.isArray(value) ? key : inner, found);
  }
  return found;
}

describe.each(ALL_RECORDINGS)("the redacted recording %s", (name) => {
  const frames = recordedFrames(name);
  const redacted = redactTrace(frames);

  it("leads to a state of the same shape", async () => {
    expect(await shapeAfter(redacted)).toEqual(await shapeAfter(frames));
  });

  it("contains no words in text fields", () => {
    expect(wordsIn(frames.map(({ msg }) => msg)).size).toBeGreaterThan(0);
    expect([...wordsIn(redacted.map(({ msg }) => msg))]).toEqual([]);
  });

  it("keeps the time and direction of every frame", () => {
    expect(redacted.map(({ t, dir }) => [t, dir])).toEqual(frames.map(({ t, dir }) => [t, dir]));
  });
});
