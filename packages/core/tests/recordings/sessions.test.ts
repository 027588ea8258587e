import { expect, it } from "vitest";
import { describeState, play } from "../support/playRecording.js";

/**
 * Recordings of each agent with cancels, rejections, parallel calls and reused ids, each with the lines
 * after which the state is described as well.
 */
const RECORDINGS: Readonly<Record<string, readonly number[]>> = {
  "claude-lateperm": [16, 20],
  "claude-parallel-v2": [2],
  "claude-cancelperm-v2": [27, 29, 33, 34, 42],
  "claudezed-reject": [],
  "claudezed-basic-fullcaps": [],
  "codex-rejected-one-of-two-v2": [21],
  "gemini-cancelperm": [],
  "gemini-parallel": [],
  "opencode-cancelperm": [13, 16],
  "opencode-parallel": [32],
  "opencode-sameids": [13],
};

it.each(Object.entries(RECORDINGS))("leads to the expected state: %s", async (name, lines) => {
  const states = [...lines, undefined].map((line) => {
    const place = line === undefined ? "end" : `line ${line}`;
    return `# ${place}\n${describeState(play(name, line).store.getState())}\n`;
  });
  await expect(states.join("\n")).toMatchFileSnapshot(`states/${name}.txt`);
});
